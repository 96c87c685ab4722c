import { errorsOf, type ReasonTable } from '../../base/reasons.ts'

export const jobsReasons = {
  JOB_ENDED: {
    code: 'BAD_USER_INPUT',
    message: 'The job has ended already.',
    remedy: 'Read the job, which has its result or its error.',
  },
  TOO_MANY_JOBS: {
    code: 'RATE_LIMITED',
    message: 'The organization already has {maximum} jobs that have not ended.',
    remedy: 'Wait until some of them have ended, or cancel them.',
    retryAfter: 30,
  },
  JOBS_QUEUE_FULL: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'Too many jobs wait for their turn.',
    remedy: 'Send the request again after some minutes.',
    retryAfter: 60,
  },
  JOB_INTERRUPTED: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'The server was interrupted each time that it ran this job.',
    remedy: 'Start the job again, for a part of the content or the source.',
  },
  JOB_TIMEOUT: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'The job was not done within {seconds} seconds, and has changed nothing.',
    remedy:
      'Start it for a part of the content or the source, or ask the operator of the server to raise `JOB_MAX_SECONDS`.',
  },
} as const satisfies ReasonTable

export const { badRequest, rateLimited, reasonMessage, serviceUnavailable } = errorsOf(jobsReasons)
