import { onTestFinished } from 'vitest'
import type { LecternProcess } from '../../start/process.ts'
import { startProcess } from '../processes.ts'
import { readiness } from '../writers.ts'

export const metricsToken = 'the-token-of-the-metrics'

/** A process of an installation, which is started again when it was killed. */
export interface Member {
  readonly name: string
  readonly services: string
  lectern: LecternProcess
  address: string
  isReady: boolean
}

/** Two processes that answer requests and one that runs jobs, on one database. */
export class Installation {
  readonly #environment: Record<string, string>
  readonly members: Member[] = []
  #turn = 0
  #isEnding = false
  #watching: NodeJS.Timeout | undefined

  constructor(environment: Record<string, string>) {
    this.#environment = { METRICS_TOKEN: metricsToken, RATE_LIMIT: 'off', ...environment }
  }

  async start(): Promise<void> {
    for (const [name, services] of [
      ['web 1', 'web'],
      ['web 2', 'web'],
      ['jobs', 'jobs'],
    ] as const) {
      const lectern = this.#launch(services)
      this.members.push({ name, services, lectern, address: await addressOf(lectern), isReady: true })
    }
    this.#watching = setInterval(() => {
      for (const member of this.members) void this.#check(member)
    }, 200)
    onTestFinished(() => this.stop())
  }

  /** Returns the address of a process of the web that is ready, in turns, like a load balancer; null while none is. */
  web(): string | null {
    const ready = this.members.filter(({ services, isReady }) => services === 'web' && isReady)
    return ready[this.#turn++ % Math.max(ready.length, 1)]?.address ?? null
  }

  /** Kills a process as a machine without memory does, and starts it again. */
  async kill(member: Member): Promise<void> {
    member.lectern.child.kill('SIGKILL')
    await member.lectern.exit()
    member.isReady = false
    await this.#startAgain(member)
  }

  /** Starts a process until one stays, as systemd does. */
  async #startAgain(member: Member): Promise<void> {
    while (!this.#isEnding) {
      member.lectern = this.#launch(member.services)
      const address = await addressOf(member.lectern).catch(() => null)
      if (address === null) continue
      member.address = address
      return
    }
  }

  stop(): void {
    this.#isEnding = true
    clearInterval(this.#watching)
  }

  #launch(services: string): LecternProcess {
    return startProcess({ ...this.#environment, SERVICES: services })
  }

  async #check(member: Member): Promise<void> {
    const { address } = member
    const isReady = await readiness(address).then(
      ({ status }) => status === 200,
      () => false,
    )
    if (!this.#isEnding && member.address === address) member.isReady = isReady
  }
}

/** Returns the address that a process prints, whichever services it has. */
async function addressOf(lectern: LecternProcess): Promise<string> {
  for await (const _ of lectern.child.stdout ?? []) {
    const [, address] = /(?:GraphiQL|Health) +(http:\/\/[^/\s]+)/.exec(lectern.output()) ?? []
    if (address !== undefined) return address
  }
  throw new Error(`the process ended:\n${lectern.output()}`)
}
