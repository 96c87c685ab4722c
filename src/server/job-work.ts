import type { JobKind } from '../generated/prisma/enums.ts'
import { exportWork } from '../modules/exports/service.ts'
import { importWork } from '../modules/import-runs/service.ts'
import type { JobWork } from '../modules/jobs/runner.ts'
import { pdfWork } from '../modules/pdf/pdf-work.ts'

/** The functions that run jobs, by kind. */
export const jobWork: Readonly<Record<JobKind, JobWork>> = {
  IMPORT: importWork,
  EXPORT: exportWork,
  PDF: pdfWork,
}
