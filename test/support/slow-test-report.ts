import type { Reporter, TestModule } from 'vitest/node'

const shown = 10

interface Timing {
  readonly name: string
  readonly seconds: number
}

/** Ends the output of a run with the files and the tests that took longest. */
export class SlowTestReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length < 2) return
    const files = modules.map((module) => ({
      name: module.relativeModuleId,
      seconds: (module.diagnostic().duration + module.diagnostic().collectDuration) / 1000,
    }))
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        name: `${module.relativeModuleId} > ${test.fullName}`,
        seconds: (test.diagnostic()?.duration ?? 0) / 1000,
      })),
    )
    console.log(`\nSlowest files\n${slowest(files)}\n\nSlowest tests\n${slowest(tests)}`)
  }
}

function slowest(timings: readonly Timing[]): string {
  return timings
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, shown)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name.slice(0, 140)}`)
    .join('\n')
}
