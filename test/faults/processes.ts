import { onTestFinished } from 'vitest'
import { type LecternProcess, type ProcessOptions, startLectern } from '../start/process.ts'

/** Starts a process that ends with the test at the latest. */
export function startProcess(
  environment: Record<string, string>,
  options: Omit<ProcessOptions, 'environment'> = {},
): LecternProcess {
  const lectern = startLectern({
    environment: { SAMPLE_CONTENT: 'off', LOG_LEVEL: 'warn', ...environment },
    ...options,
  })
  onTestFinished(async () => {
    lectern.child.kill('SIGKILL')
    await lectern.exit()
  })
  return lectern
}
