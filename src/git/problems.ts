import { type ProblemTable, problemsOf } from '../base/problems.ts'

/** Sentences about a failure of git, by name. The words of git and of its server are a quote. */
export const gitProblems = {
  GIT_VERSION_TOO_OLD: ['version', 'minimum'],
  GIT_HOST_NOT_ALLOWED: ['host'],
  GIT_HOST_NOT_FOUND: ['host', 'quote'],
  GIT_NOT_SPOKEN: [],
  GIT_OUT_OF_TIME: ['seconds'],
  GIT_OUT_OF_IDLE_TIME: ['seconds'],
  GIT_REF_MISSING: ['ref'],
  GIT_FOLDER_MISSING: ['path'],
  GIT_FOLDER_IS_FILE: ['path'],
  GIT_BRANCHES_TAKEN: ['ref'],
  GIT_REPOSITORY_OVER_LIMIT: ['maximum'],
  GIT_FILES_OVER_LIMIT: ['count', 'maximum'],
  GIT_FILE_OVER_LIMIT: ['count'],
  GIT_OBJECT_MISSING: ['id'],
  GIT_ENDED_EARLY: [],
  GIT_DISK_FULL: [],
  GIT_COPY_BROKEN: [],
  GIT_CANCELED: [],
} as const satisfies ProblemTable

export const gitProblem = problemsOf(gitProblems)
