#pragma once

#ifdef DRAGOMAN_WITH_C10D
#include "train/meeting_point.h"

namespace dragoman {

/// Opens c10d's store at the address of process 0, which hosts it unless torchrun does; the others
/// wait for it. Throws std::runtime_error if the port is in use, or if nothing listens there in
/// time.
MeetingPoint::Store open_store(const ProcessPlace& place, const JoinOptions& joining);

}  // namespace dragoman

#endif
