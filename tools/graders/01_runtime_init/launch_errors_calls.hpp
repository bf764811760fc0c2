// What the grader calls of an answer (tools/graders/apart/functions.hpp).
APART_FUNCTION(report, try_job, (job launch), lockstep::apart::callback<void()>{launch})
APART_FUNCTION(void, try_jobs, (const job* jobs, report* reports, int count),
               (lockstep::apart::callbacks<void()>{jobs, static_cast<std::size_t>(count)}),
               (lockstep::apart::array<report>{reports, static_cast<std::size_t>(count)}), count)
