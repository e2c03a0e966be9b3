#pragma once

#include "plot/chart_canvas.h"

namespace dragoman {

// Style of all charts. Lengths are in units of the canvas.

constexpr Colour kInk = {0.13, 0.13, 0.13};
constexpr Colour kFaintInk = {0.45, 0.45, 0.45};
constexpr Stroke kGridStroke = {{0.9, 0.9, 0.9}, 0.8};
constexpr Stroke kSpineStroke = {{0.35, 0.35, 0.35}, 1};

constexpr TextStyle kTitleText = {13.5, true, kInk, Align::kLeft};
constexpr TextStyle kLegendText = {11.5, false, kInk, Align::kLeft};
constexpr TextStyle kNoteText = {11.5, false, kFaintInk, Align::kCentre};
constexpr TextStyle kAxisText = {11.5, false, kInk, Align::kCentre};
constexpr TextStyle kTickText = {11, false, {0.3, 0.3, 0.3}, Align::kRight};

constexpr double kThinLine = 1.3;
constexpr double kThickLine = 1.8;
constexpr double kDotRadius = 2.6;
constexpr double kLegendSample = 24;  // length of the sample line beside a legend's label
constexpr double kLegendGap = 7;      // between sample line and label
constexpr double kLegendRow = 18;

}  // namespace dragoman
