import { defineConfig, type Plugin } from 'vitest/config'
import { ProcessesFirst } from './test/support/processes-first.ts'
import { SlowTestReport } from './test/support/slow-test-report.ts'

/** Loads the same builds of packages as production does. Vitest would choose those for development, which are slower. */
const productionBuilds: Plugin = {
  name: 'production-builds',
  configResolved: ({ ssr }) => {
    if (ssr.resolve) ssr.resolve.conditions = ['node']
  },
}

export default defineConfig({
  plugins: [productionBuilds],
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/setup.ts'],
    reporters: ['default', new SlowTestReport()],
    sequence: { sequencer: ProcessesFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Other work of the machine only makes a wait longer.
    expect: { poll: { timeout: 20_000 } },
    // One more than the two processors that the budget of a run is for: tests wait for the database and for processes.
    maxWorkers: 3,
    // Each worker loads the server once, for all of its files.
    isolate: false,
    // A request makes much garbage that is short-lived; with more room, collecting it takes a tenth less time.
    execArgv: [
      '--max-semi-space-size=96',
      '--require=./test/support/thread-memory.cjs',
      '--require=./test/support/keep-compiled.cjs',
    ],
    // Node loads the sources as it does in production: it strips their types, and no bundler transforms them.
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
})
