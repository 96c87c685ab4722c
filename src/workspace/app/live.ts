import { type RefObject, useEffect, useRef } from 'react'
import { serverAddress } from './addresses.ts'
import { hasUnsaved } from './leaving.ts'

/** A screen, or a part of one, that is shown: its data, and what reads it anew. */
interface ShownPart {
  readonly data: unknown
  readonly refresh: () => void
}

interface OrganizationEvent {
  readonly type: string
  readonly actorUserId: string | null
  readonly [id: string]: string | null
}

const query = `subscription Live($organization: ID!) {
  organizationEvents(id: $organization) {
    event { type actorUserId organizationId targetId personId spaceId siteId changeRequestId jobId }
  }
}`

/** The time in milliseconds in which changes are collected, and until a lost connection is tried again. */
const collectMs = 300
const retryMs = 5000
/** The time in milliseconds for which a connection is kept without a screen. */
const leaveMs = 1000

/** The codes with which a subscription ends that would not begin again. */
const finalCodes = ['NOT_FOUND', 'UNAUTHENTICATED']
const unauthorized = 4401

/** The events that add something to lists of the organization, or take it out of them. */
const changesLists = /\.(created|deleted|restored|moved|transferred|joined|removed)$/
/** The events by which nothing changes that somebody can be typing over. */
const besideText = /^(comment|change_request)\./

const shownParts = new Set<RefObject<ShownPart>>()

/** Reads what a screen shows anew when somebody else has changed something of it. */
export function useShown(data: unknown, refresh: () => void): void {
  const part = useRef<ShownPart>({ data, refresh })
  part.current = { data, refresh }
  useEffect(() => {
    shownParts.add(part)
    return () => void shownParts.delete(part)
  }, [])
}

/** The connection of the tab, which screens of one organization share. */
let live: { readonly key: string; readonly connection: LiveConnection; screens: number } | undefined

/** Follows what others change in an organization, over one connection, while the tab is visible. */
export function useLive(organization: string | undefined, viewer: string | undefined): void {
  useEffect(() => {
    if (organization === undefined || viewer === undefined) return
    const key = `${organization} ${viewer}`
    if (live?.key !== key) {
      live?.connection.end()
      live = { key, connection: new LiveConnection(organization, viewer), screens: 0 }
    }
    const followed = live
    followed.screens++
    return () => {
      followed.screens--
      // The next screen is shown at once, mostly of the same organization.
      setTimeout(() => {
        if (followed.screens > 0) return
        followed.connection.end()
        if (live === followed) live = undefined
      }, leaveMs)
    }
  }, [organization, viewer])
}

interface ActiveJob {
  readonly id: string
  readonly status: string
}

/** Reads a screen anew while jobs that it shows go on, and when they have ended. */
export function useJobProgress(jobs: readonly ActiveJob[], refresh: () => void): void {
  const current = useRef(refresh)
  current.current = refresh
  const ids = jobs.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the status of a job matters when it begins to be followed.
  useEffect(() => {
    const connection = live?.connection
    const ends = jobs.map((job) => connection?.followJob(job, () => current.current()))
    return () => {
      for (const end of ends) end?.()
    }
  }, [ids])
}

/** The subscription to the events of an organization, which goes on where it was when its connection was lost. */
class LiveConnection {
  readonly #organization: string
  readonly #viewer: string
  readonly #changed = new Set<string>()
  readonly #afterText = new Set<string>()
  readonly #jobs = new Map<string, FollowedJob>()
  #lastEventId: string | undefined
  #socket: WebSocket | undefined
  #isAcknowledged = false
  #retry: number | undefined
  #collecting: number | undefined

  constructor(organization: string, viewer: string) {
    this.#organization = organization
    this.#viewer = viewer
    document.addEventListener('visibilitychange', this.#follow)
    this.#follow()
  }

  readonly #follow = () => (document.visibilityState === 'visible' ? this.#open() : this.#close())

  end(): void {
    document.removeEventListener('visibilitychange', this.#follow)
    this.#close()
  }

  #open(): void {
    if (this.#socket) return
    const address = new URL(serverAddress('/graphql'), location.href)
    address.protocol = address.protocol.replace('http', 'ws')
    const socket = new WebSocket(address, 'graphql-transport-ws')
    this.#socket = socket
    const send = (message: object) => socket.send(JSON.stringify(message))
    socket.onopen = () => send({ type: 'connection_init' })
    socket.onmessage = ({ data }) => {
      const { type, id, payload } = JSON.parse(data)
      const job = this.#jobs.get(id)
      if (type === 'connection_ack') {
        send(this.#subscribe(payload?.lastEventId))
        for (const jobId of this.#jobs.keys()) send(subscribeToJob(jobId))
        this.#isAcknowledged = true
      } else if (job && type === 'next') job.take(payload.data?.jobChanged?.job)
      else if (type === 'ping') send({ type: 'pong' })
      else if (type === 'next') this.#take(payload)
      else if (type === 'complete' && id === eventsId) socket.close()
    }
    socket.onclose = ({ code }) => {
      if (this.#socket !== socket) return
      this.#socket = undefined
      this.#isAcknowledged = false
      if (code !== unauthorized) this.#retry = window.setTimeout(() => this.#open(), retryMs)
    }
  }

  #close(): void {
    const socket = this.#socket
    this.#socket = undefined
    this.#isAcknowledged = false
    clearTimeout(this.#retry)
    socket?.close()
  }

  /** Calls a function whenever a job has changed. Returns the function that ends it. */
  followJob({ id, status }: ActiveJob, onChange: () => void): () => void {
    let shown: string | undefined = status
    this.#jobs.set(id, {
      take: (job) => {
        // The first state is mostly the one that is shown.
        if (job?.status !== shown) onChange()
        shown = undefined
      },
    })
    if (this.#isAcknowledged) this.#send(subscribeToJob(id))
    return () => {
      this.#jobs.delete(id)
      if (this.#isAcknowledged) this.#send({ type: 'complete', id })
    }
  }

  #send(message: object): void {
    this.#socket?.send(JSON.stringify(message))
  }

  #subscribe(present: string | undefined): object {
    this.#lastEventId ??= present
    const extensions = { lastEventId: this.#lastEventId }
    return {
      type: 'subscribe',
      id: eventsId,
      payload: { query, variables: { organization: this.#organization }, extensions },
    }
  }

  #take({ data, errors, extensions }: LiveResult): void {
    const { code = '', reason } = errors?.[0]?.extensions ?? {}
    if (finalCodes.includes(code)) this.#close()
    if (['EVENTS_EXPIRED', 'LAST_EVENT_UNKNOWN'].includes(reason ?? '')) {
      this.#lastEventId = undefined
      for (const { current } of shownParts) current.refresh()
    }
    this.#lastEventId = extensions?.lastEventId ?? this.#lastEventId
    const event = data?.organizationEvents?.event
    if (event) this.#note(event)
  }

  /** Notes the ids of what has changed. What this person has changed is shown already, unless a job has done it. */
  #note({ type, actorUserId, organizationId, ...ids }: OrganizationEvent): void {
    if (actorUserId === this.#viewer && ids.jobId === null) return
    const noted = besideText.test(type) ? this.#changed : this.#afterText
    for (const id of Object.values(ids)) if (id !== null) noted.add(id)
    if (organizationId && changesLists.test(type)) noted.add(organizationId)
    this.#collecting ??= window.setTimeout(() => this.#refresh(), collectMs)
  }

  /** Reads anew what shows something that has changed. What somebody types over is read once they have saved it. */
  #refresh(): void {
    const ids = new Set(this.#changed)
    this.#changed.clear()
    if (!hasUnsaved()) {
      for (const id of this.#afterText) ids.add(id)
      this.#afterText.clear()
    }
    this.#collecting =
      this.#afterText.size > 0 ? window.setTimeout(() => this.#refresh(), retryMs) : undefined
    for (const { current } of shownParts) if (shows(current.data, ids)) current.refresh()
  }
}

interface FollowedJob {
  readonly take: (job: { readonly status: string } | null | undefined) => void
}

/** The id of the subscription to the events of the organization, on the connection. Those to jobs have the ids of the jobs. */
const eventsId = 'events'

const jobQuery = 'subscription LiveJob($id: ID!) { jobChanged(id: $id) { job { id status } } }'

const subscribeToJob = (id: string) => ({
  type: 'subscribe',
  id,
  payload: { query: jobQuery, variables: { id } },
})

interface LiveResult {
  readonly data?: { readonly organizationEvents?: { readonly event: OrganizationEvent } | null } | null
  readonly errors?: readonly { readonly extensions?: { readonly code?: string; readonly reason?: string } }[]
  readonly extensions?: { readonly lastEventId?: string }
}

/** Returns whether data has one of the ids, which may be those of an object in a context. */
const shows = (data: unknown, ids: ReadonlySet<string>): boolean =>
  typeof data === 'object' && data !== null
    ? Object.values(data).some((value) => shows(value, ids))
    : typeof data === 'string' && ids.has(data.split('@', 1)[0] ?? '')
