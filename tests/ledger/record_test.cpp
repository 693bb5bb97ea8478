// Records on paper and back, the chain that ties them, and sequences that cannot have happened.
#include "ledger/scratch_book.h"
#include "poise/ledger/record.h"
#include "poise/ledger/replay.h"

#include <ctime>
#include <sqlite3.h>

namespace poise::internal {
namespace record_test {

const std::string noon = "2026-01-31T12:00:00Z";

Purpose of_people() {
  Purpose purpose = some_purpose();
  purpose.unit = "person";
  return purpose;
}

TEST(Record, IsWrittenForPeople) {
  EXPECT_EQ(write_record(DatasetRecord{noon, "pay", rho_allowance("0.5"), "person"}),
            "dataset 2026-01-31T12:00:00Z\nname pay\nunit person\nrho 1/2\n");
  EXPECT_EQ(write_record(DatasetRecord{noon, "pay", rho_allowance("0.5")}),
            "dataset 2026-01-31T12:00:00Z\nname pay\nrho 1/2\n");
  EXPECT_EQ(write_record(ChargeRecord{noon, "pay", epsilon("0.1"), ratio(1, 200), of_people()}),
            "charge 2026-01-31T12:00:00Z\ndataset pay\namount epsilon 1/10\ncost 1/200\ncommand poise mean\n"
            "statistic mean\nmethod poise\ncolumn age\ncolumn pay\nunit person\n");
  EXPECT_EQ(write_record(SettlementRecord{noon, 2, true, "{\n}"}),
            "released 2026-01-31T12:00:00Z\ncharge 2\nresult {\\x0a}\n");
}

TEST(Record, ReadsAsItWasWritten) {
  const Allowance pair = *Allowance::approximate({epsilon("1/3"), *Delta::parse("1e-7")});
  for (const Record &record : {Record(DatasetRecord{noon, "a b", rho_allowance("1/3")}),
                               Record(DatasetRecord{noon, "\\", Allowance::pure(epsilon("2"))}),
                               Record(DatasetRecord{noon, "c", pair}),
                               Record(ChargeRecord{noon, "pay", rho("1e-80"), ratio(1, 3), {}}),
                               Record(SettlementRecord{noon, 123456789012, false, ""})}) {
    const std::string body = write_record(record);
    const std::optional<Record> read = read_record(body);
    ASSERT_TRUE(read) << body;
    EXPECT_EQ(read->index(), record.index());
    EXPECT_EQ(write_record(*read), body);
  }
}

TEST(Record, ThatIsNotWrittenSoIsNone) {
  const std::string good = write_record(ChargeRecord{noon, "pay", rho("0.5"), ratio(1, 2), some_purpose()});
  ASSERT_TRUE(read_record(good));
  for (std::size_t length = 0; length < good.size(); ++length) {
    if (length > 0 && good[length - 1] == '\n' && length > good.find("column")) continue; // columns may lack
    if (length == good.find("column")) continue;
    EXPECT_FALSE(read_record(good.substr(0, length))) << length;
  }
  for (const std::string bad :
       {"", "charge\n", "gift x\n", "dataset x\nname a\nrho 0\n", "dataset x\nname a\nrho -1\n",
        "dataset x\nname a\nepsilon 1\ndelta 1\ntotal-rho 1\n", "dataset x\nname a\nrho 1\nrho 2\n",
        "released x\ncharge 1x\nresult a\n", "released x\ncharge 1\nwhy a\n",
        "released x\ncharge 1\nresult \\x0\n", "released x\ncharge 1\nresult \\y00\n"}) {
    EXPECT_FALSE(read_record(bad)) << bad;
  }
}

TEST(RecordChain, NoticesWhateverIsNotAsItWas) {
  RecordChain chain;
  const std::vector<StoredRecord> records{chain.append("a"), chain.append("b"), chain.append("b")};
  const Seal seal = chain.seal();
  const auto wrong = [](std::vector<StoredRecord> changed, const Seal &its_seal) {
    return RecordChain().follow(changed, its_seal).value_or("");
  };
  EXPECT_EQ(wrong(records, seal), "");
  EXPECT_NE(records[1].hash, records[2].hash) << "equal texts in other places";
  EXPECT_EQ(wrong({records[0], records[1]}, seal), "the seal is not that of its 2 records");
  EXPECT_EQ(wrong({records[0], records[2]}, seal), "record 2 is missing");
  EXPECT_EQ(wrong({}, seal), "the seal is not that of its 0 records");
  EXPECT_EQ(wrong({{1, "A", records[0].hash}, records[1], records[2]}, seal),
            "record 1 is not as it was written");
  EXPECT_EQ(wrong({records[0], {2, "b", records[2].hash}, records[2]}, seal),
            "record 2 is not as it was written");
  EXPECT_NE(wrong(records, {4, seal.hash}), "");
  EXPECT_NE(wrong(records, {3, records[2].hash}), "") << "the seal is no record's hash";
}

// A chain that continues after being read gives the same hashes as one that never stopped.
TEST(RecordChain, GoesOnWhereItWasLeft) {
  RecordChain one, two;
  const StoredRecord first = one.append("a");
  const Seal seal = one.seal();
  ASSERT_FALSE(two.follow({first}, seal));
  EXPECT_EQ(two.append("b").hash, one.append("b").hash);
  EXPECT_EQ(two.seal(), one.seal());
}

TEST(Replay, SaysWhatCannotHaveHappened) {
  Replay book;
  const DatasetRecord pay{noon, "pay", rho_allowance("1")};
  EXPECT_EQ(book.add(1, ChargeRecord{noon, "pay", rho("1"), 1, {}}),
            "record 1 charges a dataset that is not open");
  EXPECT_EQ(book.add(2, pay), std::nullopt);
  EXPECT_EQ(book.add(3, pay), "record 3 opens a dataset that is open");
  EXPECT_EQ(book.add(4, ChargeRecord{noon, "pay", rho("0.6"), ratio(6, 10), {}}), std::nullopt);
  EXPECT_EQ(book.add(5, ChargeRecord{noon, "pay", rho("0.6"), ratio(6, 10), {}}),
            "record 5 charges more than was left");
  EXPECT_EQ(book.add(6, SettlementRecord{noon, 5, true, ""}), "record 6 settles a charge that is not there");
  EXPECT_EQ(book.add(7, SettlementRecord{noon, 4, false, ""}), std::nullopt);
  EXPECT_EQ(book.add(8, SettlementRecord{noon, 4, true, ""}), "record 8 settles a charge again");
  EXPECT_EQ(book.account("pay")->spent, 0);
}

// Ten thousand releases are a full life; each further charge reads them all.
TEST(LongBook, OfTenThousandReleasesIsChargedWithinSeconds) {
  const ScratchBook book;
  book.create("pay", rho_allowance("1"));
  sqlite3 *connection = nullptr;
  ASSERT_EQ(sqlite3_open(book.path().c_str(), &connection), SQLITE_OK);
  sqlite3_exec(connection, "BEGIN; DELETE FROM record", nullptr, nullptr, nullptr);
  RecordChain chain;
  const auto put = [&](const char *command, const StoredRecord &record) {
    sqlite3_stmt *insert = nullptr;
    sqlite3_prepare_v2(connection, command, -1, &insert, nullptr);
    sqlite3_bind_int64(insert, 1, record.number);
    sqlite3_bind_blob(insert, 2, record.hash.data(), static_cast<int>(record.hash.size()), SQLITE_TRANSIENT);
    sqlite3_bind_text(insert, 3, record.body.c_str(), -1, SQLITE_TRANSIENT);
    EXPECT_EQ(sqlite3_step(insert), SQLITE_DONE);
    sqlite3_finalize(insert);
  };
  const char *add = "INSERT INTO record(number, hash, body) VALUES(?1, ?2, ?3)";
  put(add, chain.append(write_record(DatasetRecord{noon, "pay", rho_allowance("1")})));
  for (int i = 0; i < 10000; ++i) {
    const StoredRecord charge = chain.append(
        write_record(ChargeRecord{noon, "pay", rho("1/20000"), ratio(1, 20000), some_purpose()}));
    put(add, charge);
    put(add, chain.append(write_record(SettlementRecord{noon, charge.number, true, std::string(300, '1')})));
  }
  put("UPDATE head SET records = ?1, seal = ?2 WHERE ?3 = ''", {chain.seal().count, "", chain.seal().hash});
  ASSERT_EQ(sqlite3_exec(connection, "COMMIT", nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(connection);

  const std::clock_t start = std::clock(); // of this process: others may be busy
  const Result<Ledger> ledger = Ledger::open(book.path());
  ASSERT_TRUE(ledger) << ledger.error().wrong;
  ASSERT_TRUE(ledger->charge("pay", rho("1/2"), some_purpose()));
  const auto milliseconds = static_cast<int>((std::clock() - start) * 1000 / CLOCKS_PER_SEC);
  EXPECT_LT(milliseconds, 5000) << "sanitizers are slow";
  RecordProperty("milliseconds", milliseconds);
  EXPECT_FALSE(ledger->charge("pay", rho("1/20000"), some_purpose()));
}

} // namespace record_test
} // namespace poise::internal
