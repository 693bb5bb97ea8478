// A bad case: the legal half does not compile either.
// EXPECT cannot convert
#include "poise/privacy/a_header_that_is_not_there.h"
