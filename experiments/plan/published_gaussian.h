// Results released with the PLAN paper, on Gaussian data: means and standard deviations of l2 errors over 50
// runs.
#pragma once

#include "experiments/frame/figure.h"

#include <array>

namespace poise::internal::experiments {

inline constexpr std::string_view rho_eighth = "rho = 0.125", rho_half = "rho = 0.5", rho_one = "rho = 1";

// Its plan was run at 3.75 times the rho it names; its instance-optimal mean is honest about it. What it
// calls plan without scaling ends with the private medians and adds no sum.
inline constexpr std::string_view plan_series = "published PLAN", iome_series = "published IOME",
                                  noscale_series = "published PLAN-noscale";

// The means of its own samples, drawn anew for every budget: how lucky those very runs were.
inline constexpr std::string_view sample_series = "published Non-private";

// A table is noscale first, then the others, then these for d = 2048, so that every figure shows one stretch
// of it.
struct PublishedGaussian {
  std::span<const Published> all;
  std::size_t noscale, beyond; // how many cells there are of noscale, and of d = 2048

  constexpr std::span<const Published> without_noscale() const {
    return all.subspan(noscale, all.size() - noscale - beyond);
  }
  constexpr std::span<const Published> with_noscale() const { return all.first(all.size() - beyond); }
  constexpr std::span<const Published> up_to_2048() const { return all.subspan(noscale); }
};

// Gaussian A, by d.
inline constexpr auto published_a_cells = std::to_array<Published>({
    {rho_eighth, 16, noscale_series, 0.07999, 0.01522},   {rho_eighth, 32, noscale_series, 0.11108, 0.01589},
    {rho_eighth, 64, noscale_series, 0.16826, 0.01587},   {rho_eighth, 128, noscale_series, 0.25205, 0.01684},
    {rho_eighth, 256, noscale_series, 0.40353, 0.02184},  {rho_eighth, 512, noscale_series, 0.68736, 0.02896},
    {rho_eighth, 1024, noscale_series, 1.21681, 0.04291}, {rho_half, 16, noscale_series, 0.07825, 0.01387},
    {rho_half, 32, noscale_series, 0.11082, 0.01497},     {rho_half, 64, noscale_series, 0.15673, 0.0148},
    {rho_half, 128, noscale_series, 0.22759, 0.0133},     {rho_half, 256, noscale_series, 0.33331, 0.01439},
    {rho_half, 512, noscale_series, 0.5083, 0.01531},     {rho_half, 1024, noscale_series, 0.80638, 0.02162},
    {rho_one, 16, noscale_series, 0.07687, 0.01107},      {rho_one, 32, noscale_series, 0.10763, 0.01282},
    {rho_one, 64, noscale_series, 0.15617, 0.01103},      {rho_one, 128, noscale_series, 0.2202, 0.01407},
    {rho_one, 256, noscale_series, 0.32016, 0.01326},     {rho_one, 512, noscale_series, 0.47182, 0.01628},
    {rho_one, 1024, noscale_series, 0.71604, 0.01677},    {rho_eighth, 16, sample_series, 0.06251, 0.01204},
    {rho_eighth, 32, sample_series, 0.09031, 0.01272},    {rho_eighth, 64, sample_series, 0.12787, 0.01229},
    {rho_eighth, 128, sample_series, 0.1783, 0.012},      {rho_eighth, 256, sample_series, 0.24982, 0.01093},
    {rho_eighth, 512, sample_series, 0.35919, 0.01138},   {rho_eighth, 1024, sample_series, 0.50488, 0.00992},
    {rho_half, 16, sample_series, 0.0614, 0.01031},       {rho_half, 32, sample_series, 0.09253, 0.01175},
    {rho_half, 64, sample_series, 0.1254, 0.01266},       {rho_half, 128, sample_series, 0.1802, 0.01324},
    {rho_half, 256, sample_series, 0.25353, 0.01049},     {rho_half, 512, sample_series, 0.358, 0.01291},
    {rho_half, 1024, sample_series, 0.50501, 0.01174},    {rho_one, 16, sample_series, 0.06271, 0.01011},
    {rho_one, 32, sample_series, 0.0883, 0.0114},         {rho_one, 64, sample_series, 0.12946, 0.01113},
    {rho_one, 128, sample_series, 0.17769, 0.01129},      {rho_one, 256, sample_series, 0.25024, 0.01009},
    {rho_one, 512, sample_series, 0.3574, 0.00964},       {rho_one, 1024, sample_series, 0.50702, 0.01077},
    {rho_eighth, 16, plan_series, 0.06749, 0.01209},      {rho_eighth, 32, plan_series, 0.10632, 0.01539},
    {rho_eighth, 64, plan_series, 0.16331, 0.01422},      {rho_eighth, 128, plan_series, 0.26302, 0.01522},
    {rho_eighth, 256, plan_series, 0.4494, 0.01798},      {rho_eighth, 512, plan_series, 0.81203, 0.02779},
    {rho_eighth, 1024, plan_series, 1.62652, 0.16478},    {rho_half, 16, plan_series, 0.06338, 0.01061},
    {rho_half, 32, plan_series, 0.09654, 0.01291},        {rho_half, 64, plan_series, 0.13293, 0.01209},
    {rho_half, 128, plan_series, 0.20412, 0.01279},       {rho_half, 256, plan_series, 0.31519, 0.01212},
    {rho_half, 512, plan_series, 0.51168, 0.01585},       {rho_half, 1024, plan_series, 0.87448, 0.01879},
    {rho_one, 16, plan_series, 0.06411, 0.00992},         {rho_one, 32, plan_series, 0.09057, 0.01211},
    {rho_one, 64, plan_series, 0.13478, 0.01231},         {rho_one, 128, plan_series, 0.19024, 0.01179},
    {rho_one, 256, plan_series, 0.28366, 0.01091},        {rho_one, 512, plan_series, 0.4431, 0.01234},
    {rho_one, 1024, plan_series, 0.71774, 0.01456},       {rho_eighth, 16, iome_series, 0.07193, 0.02482},
    {rho_eighth, 32, iome_series, 0.10096, 0.01734},      {rho_eighth, 64, iome_series, 0.15113, 0.01422},
    {rho_eighth, 128, iome_series, 0.24236, 0.01807},     {rho_eighth, 256, iome_series, 0.40187, 0.01882},
    {rho_eighth, 512, iome_series, 0.7176, 0.02203},      {rho_eighth, 1024, iome_series, 1.37379, 0.04736},
    {rho_half, 16, iome_series, 0.06338, 0.01142},        {rho_half, 32, iome_series, 0.09564, 0.01243},
    {rho_half, 64, iome_series, 0.13524, 0.02363},        {rho_half, 128, iome_series, 0.19824, 0.01475},
    {rho_half, 256, iome_series, 0.3341, 0.22529},        {rho_half, 512, iome_series, 0.476, 0.01556},
    {rho_half, 1024, iome_series, 0.79719, 0.01899},      {rho_one, 16, iome_series, 0.064, 0.01019},
    {rho_one, 32, iome_series, 0.09079, 0.01156},         {rho_one, 64, iome_series, 0.13468, 0.0109},
    {rho_one, 128, iome_series, 0.18634, 0.0116},         {rho_one, 256, iome_series, 0.27608, 0.01035},
    {rho_one, 512, iome_series, 0.42133, 0.01121},        {rho_one, 1024, iome_series, 0.66767, 0.01613},
    {rho_eighth, 2048, sample_series, 0.71352, 0.0129},   {rho_half, 2048, sample_series, 0.71376, 0.01082},
    {rho_one, 2048, sample_series, 0.71727, 0.01123},     {rho_eighth, 2048, plan_series, 8.48388, 13.1191},
    {rho_half, 2048, plan_series, 1.57837, 0.02797},      {rho_one, 2048, plan_series, 1.23116, 0.01818},
    {rho_eighth, 2048, iome_series, 3.88688, 0.25292},    {rho_half, 2048, iome_series, 1.42276, 0.02224},
    {rho_one, 2048, iome_series, 1.12604, 0.02188},
});
inline constexpr PublishedGaussian published_a = {published_a_cells, 21, 9};

// Gaussian B, by alpha.
inline constexpr auto published_b_cells = std::to_array<Published>({
    {rho_eighth, 0, noscale_series, 0.3481, 0.01094},   {rho_eighth, 0.5, noscale_series, 0.47834, 0.02058},
    {rho_eighth, 1, noscale_series, 0.90316, 0.10661},  {rho_eighth, 1.5, noscale_series, 2.55747, 0.78649},
    {rho_eighth, 2, noscale_series, 10.0111, 4.14314},  {rho_half, 0, noscale_series, 0.29388, 0.00824},
    {rho_half, 0.5, noscale_series, 0.40894, 0.01884},  {rho_half, 1, noscale_series, 0.79244, 0.11958},
    {rho_half, 1.5, noscale_series, 2.2741, 0.75293},   {rho_half, 2, noscale_series, 7.696, 3.09042},
    {rho_one, 0, noscale_series, 0.28244, 0.00803},     {rho_one, 0.5, noscale_series, 0.39575, 0.01748},
    {rho_one, 1, noscale_series, 0.72827, 0.07863},     {rho_one, 1.5, noscale_series, 2.15244, 0.73024},
    {rho_one, 2, noscale_series, 7.6813, 3.19106},      {rho_eighth, 0, sample_series, 0.22513, 0.00753},
    {rho_eighth, 0.5, sample_series, 0.31499, 0.01427}, {rho_eighth, 1, sample_series, 0.58062, 0.06449},
    {rho_eighth, 1.5, sample_series, 1.61211, 0.36095}, {rho_eighth, 2, sample_series, 5.67221, 2.03069},
    {rho_half, 0, sample_series, 0.22708, 0.00723},     {rho_half, 0.5, sample_series, 0.31109, 0.01311},
    {rho_half, 1, sample_series, 0.60415, 0.07125},     {rho_half, 1.5, sample_series, 1.72104, 0.41254},
    {rho_half, 2, sample_series, 5.84151, 1.92035},     {rho_one, 0, sample_series, 0.22476, 0.00577},
    {rho_one, 0.5, sample_series, 0.31213, 0.01276},    {rho_one, 1, sample_series, 0.57105, 0.06891},
    {rho_one, 1.5, sample_series, 1.66847, 0.55426},    {rho_one, 2, sample_series, 5.79591, 2.13517},
    {rho_eighth, 0, plan_series, 0.36888, 0.01053},     {rho_eighth, 0.5, plan_series, 0.50442, 0.0177},
    {rho_eighth, 1, plan_series, 0.85294, 0.05115},     {rho_eighth, 1.5, plan_series, 2.05249, 0.32185},
    {rho_eighth, 2, plan_series, 6.79449, 1.97025},     {rho_half, 0, plan_series, 0.26979, 0.00871},
    {rho_half, 0.5, plan_series, 0.36677, 0.0131},      {rho_half, 1, plan_series, 0.6787, 0.06884},
    {rho_half, 1.5, plan_series, 1.84512, 0.38825},     {rho_half, 2, plan_series, 5.99875, 1.77016},
    {rho_one, 0, plan_series, 0.24657, 0.00689},        {rho_one, 0.5, plan_series, 0.3407, 0.01302},
    {rho_one, 1, plan_series, 0.61363, 0.06587},        {rho_one, 1.5, plan_series, 1.7282, 0.53395},
    {rho_one, 2, plan_series, 5.90832, 2.07362},        {rho_eighth, 0, iome_series, 0.33776, 0.01182},
    {rho_eighth, 0.5, iome_series, 0.47633, 0.01593},   {rho_eighth, 1, iome_series, 0.97623, 0.04719},
    {rho_eighth, 1.5, iome_series, 3.20575, 0.21043},   {rho_eighth, 2, iome_series, 13.1904, 1.10016},
    {rho_half, 0, iome_series, 0.25924, 0.00833},       {rho_half, 0.5, iome_series, 0.36126, 0.01318},
    {rho_half, 1, iome_series, 0.73409, 0.0659},        {rho_half, 1.5, iome_series, 2.2893, 0.33206},
    {rho_half, 2, iome_series, 8.85984, 1.23856},       {rho_one, 0, iome_series, 0.24392, 0.00627},
    {rho_one, 0.5, iome_series, 0.33687, 0.01518},      {rho_one, 1, iome_series, 0.64418, 0.06625},
    {rho_one, 1.5, iome_series, 2.02363, 0.48836},      {rho_one, 2, iome_series, 7.72991, 1.68501},
});
inline constexpr PublishedGaussian published_b = {published_b_cells, 15, 0};

// Gaussian C, by d; errors to the mean of the population, from which the paper takes those of the sample.
inline constexpr auto published_c_cells = std::to_array<Published>({
    {rho_eighth, 16, noscale_series, 0.23836, 0.10328},   {rho_eighth, 32, noscale_series, 0.47346, 0.17479},
    {rho_eighth, 64, noscale_series, 1.02303, 0.45604},   {rho_eighth, 128, noscale_series, 1.85968, 0.63357},
    {rho_eighth, 256, noscale_series, 3.90911, 1.67604},  {rho_eighth, 512, noscale_series, 8.94929, 3.63916},
    {rho_eighth, 1024, noscale_series, 22.3484, 9.70969}, {rho_half, 16, noscale_series, 0.20225, 0.09179},
    {rho_half, 32, noscale_series, 0.48391, 0.15657},     {rho_half, 64, noscale_series, 0.97652, 0.38464},
    {rho_half, 128, noscale_series, 1.99512, 0.81867},    {rho_half, 256, noscale_series, 3.98804, 2.21142},
    {rho_half, 512, noscale_series, 7.49677, 2.60724},    {rho_half, 1024, noscale_series, 17.5526, 8.25762},
    {rho_one, 16, noscale_series, 0.24301, 0.11143},      {rho_one, 32, noscale_series, 0.4637, 0.24971},
    {rho_one, 64, noscale_series, 1.00694, 0.51293},      {rho_one, 128, noscale_series, 1.88469, 0.71879},
    {rho_one, 256, noscale_series, 3.72041, 1.18975},     {rho_one, 512, noscale_series, 7.29734, 3.14249},
    {rho_one, 1024, noscale_series, 16.0156, 4.71802},    {rho_eighth, 16, sample_series, 0.18669, 0.08232},
    {rho_eighth, 32, sample_series, 0.36444, 0.12287},    {rho_eighth, 64, sample_series, 0.68767, 0.27476},
    {rho_eighth, 128, sample_series, 1.53784, 0.63},      {rho_eighth, 256, sample_series, 2.98995, 1.27253},
    {rho_eighth, 512, sample_series, 5.58669, 2.02123},   {rho_eighth, 1024, sample_series, 11.6175, 4.7919},
    {rho_half, 16, sample_series, 0.15505, 0.06697},      {rho_half, 32, sample_series, 0.38925, 0.13731},
    {rho_half, 64, sample_series, 0.68606, 0.25335},      {rho_half, 128, sample_series, 1.42191, 0.60463},
    {rho_half, 256, sample_series, 3.06081, 1.4836},      {rho_half, 512, sample_series, 5.84578, 2.53348},
    {rho_half, 1024, sample_series, 12.9489, 5.28781},    {rho_one, 16, sample_series, 0.19758, 0.09089},
    {rho_one, 32, sample_series, 0.38021, 0.20043},       {rho_one, 64, sample_series, 0.77632, 0.37135},
    {rho_one, 128, sample_series, 1.5513, 0.67641},       {rho_one, 256, sample_series, 2.9489, 1.13873},
    {rho_one, 512, sample_series, 5.73521, 2.67303},      {rho_one, 1024, sample_series, 12.7585, 5.33081},
    {rho_eighth, 16, plan_series, 0.19563, 0.08517},      {rho_eighth, 32, plan_series, 0.38675, 0.11792},
    {rho_eighth, 64, plan_series, 0.74214, 0.27991},      {rho_eighth, 128, plan_series, 1.68895, 0.57185},
    {rho_eighth, 256, plan_series, 3.3772, 1.12406},      {rho_eighth, 512, plan_series, 6.42416, 1.97615},
    {rho_eighth, 1024, plan_series, 13.8705, 4.3465},     {rho_half, 16, plan_series, 0.15749, 0.06931},
    {rho_half, 32, plan_series, 0.39501, 0.13502},        {rho_half, 64, plan_series, 0.69338, 0.25129},
    {rho_half, 128, plan_series, 1.45973, 0.60063},       {rho_half, 256, plan_series, 3.19722, 1.50725},
    {rho_half, 512, plan_series, 6.02229, 2.3664},        {rho_half, 1024, plan_series, 13.3088, 5.14706},
    {rho_one, 16, plan_series, 0.19801, 0.08912},         {rho_one, 32, plan_series, 0.38024, 0.19767},
    {rho_one, 64, plan_series, 0.78781, 0.3659},          {rho_one, 128, plan_series, 1.57336, 0.69125},
    {rho_one, 256, plan_series, 2.99907, 1.13077},        {rho_one, 512, plan_series, 5.84311, 2.62378},
    {rho_one, 1024, plan_series, 13.0312, 5.20967},       {rho_eighth, 16, iome_series, 0.21031, 0.08434},
    {rho_eighth, 32, iome_series, 0.53274, 0.79814},      {rho_eighth, 64, iome_series, 2.4488, 9.8479},
    {rho_eighth, 128, iome_series, 2.21069, 0.47206},     {rho_eighth, 256, iome_series, 5.32943, 0.8207},
    {rho_eighth, 512, iome_series, 13.1046, 1.02075},     {rho_eighth, 1024, iome_series, 34.7388, 2.51077},
    {rho_half, 16, iome_series, 0.16386, 0.06826},        {rho_half, 32, iome_series, 0.41959, 0.19491},
    {rho_half, 64, iome_series, 0.7627, 0.23491},         {rho_half, 128, iome_series, 2.06905, 3.05037},
    {rho_half, 256, iome_series, 3.99924, 1.21661},       {rho_half, 512, iome_series, 8.97237, 1.90197},
    {rho_half, 1024, iome_series, 22.8627, 3.3218},       {rho_one, 16, iome_series, 0.22248, 0.14785},
    {rho_one, 32, iome_series, 0.4013, 0.20169},          {rho_one, 64, iome_series, 1.17204, 2.49544},
    {rho_one, 128, iome_series, 1.85515, 1.19932},        {rho_one, 256, iome_series, 3.48478, 0.96535},
    {rho_one, 512, iome_series, 7.71584, 2.20066},        {rho_one, 1024, iome_series, 19.1348, 3.92472},
    {rho_eighth, 2048, sample_series, 24.3895, 8.49477},  {rho_half, 2048, sample_series, 23.8945, 8.94935},
    {rho_one, 2048, sample_series, 26.5928, 12.0051},     {rho_eighth, 2048, plan_series, 74.1788, 57.3798},
    {rho_half, 2048, plan_series, 24.9611, 8.60362},      {rho_one, 2048, plan_series, 27.1476, 12.0635},
    {rho_eighth, 2048, iome_series, 93.1098, 3.48106},    {rho_half, 2048, iome_series, 55.7677, 4.44809},
    {rho_one, 2048, iome_series, 46.4156, 7.95471},
});
inline constexpr PublishedGaussian published_c = {published_c_cells, 21, 9};

} // namespace poise::internal::experiments
