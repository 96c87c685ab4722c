import type { ReportProgress } from '../base/report-progress.ts'

/** Shows progress on standard error: a spinner on a terminal, otherwise one line per step. */
export async function startProgress(): Promise<{ report: ReportProgress; stop: () => void }> {
  if (process.stderr.isTTY) {
    const { default: ora } = await import('ora')
    const spinner = ora().start()
    return {
      report: (step, done, total) => {
        spinner.text = `${step} ${done}/${total}`
      },
      stop: () => spinner.stop(),
    }
  }
  let lastStep = ''
  const report: ReportProgress = (step, _done, total) => {
    if (step !== lastStep) console.error(`${step} (${total})`)
    lastStep = step
  }
  return { report, stop: () => {} }
}
