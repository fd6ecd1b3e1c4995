// The losses of a training as a picture.
#pragma once

#include "tools/train/net_trainer.hpp"

namespace rata {

/// An SVG of what was learnt from and what was held out, batch by batch.
[[nodiscard]] std::string loss_curve_svg(const std::vector<LossPoint>& curve);

} // namespace rata
