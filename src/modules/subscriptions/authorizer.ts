import DataLoader from 'dataloader'
import { mayOnCollection, mayOnOrganization, mayOnSite, mayOnSpace } from '../../access/authorize.ts'
import type { CurrentViewers } from '../../access/current-viewers.ts'
import type { ContentRights, Member, SiteRights } from '../../access/viewer.ts'
import { type AppError, notFound } from '../../base/errors.ts'
import type { Database } from '../../database/client.ts'
import { unauthenticated } from './reasons.ts'
import type { Subscriber } from './subscriber.ts'
import type { Happening, ReadObject } from './topic.ts'

/** Whether a subscriber may be sent something, or, without a happening, may stay. */
interface Question {
  readonly subscriber: Subscriber
  readonly happening: Happening | null
}

/** The viewer that is told, null where this one happening is not for them, or the error that ends the subscription. */
type Answer = Member | null | AppError

/** The rows that decide on rights, of the objects that several questions are about. */
type RightsById = ReadonlyMap<string, ContentRights | SiteRights>

const statements = {
  Space: `SELECT id, "organizationId", ancestors, "effectiveLevel" FROM "Space" WHERE id = ANY($1::text[]) AND "deletedAt" IS NULL`,
  Collection: `SELECT id, "organizationId", ancestors, "effectiveLevel" FROM "Collection" WHERE id = ANY($1::text[]) AND "deletedAt" IS NULL`,
  Site: `SELECT id, "organizationId" FROM "Site" WHERE id = ANY($1::text[])`,
} as const

/**
 * Decides on what subscribers may be told, when it is sent. All that is asked until the answers before have come takes one
 * statement for the viewers, another for those whose rights have changed, and one for each kind of object, however many
 * subscribers there are: under load, more is answered at once.
 */
export class Authorizer {
  readonly #database: Pick<Database, 'queryPromptly'>
  readonly #viewers: CurrentViewers
  readonly #answers: DataLoader<Question, Answer>
  /** Resolves when the last answers have come. */
  #answered: Promise<unknown> = Promise.resolve()

  constructor(database: Pick<Database, 'queryPromptly'>, viewers: CurrentViewers) {
    this.#database = database
    this.#viewers = viewers
    this.#answers = new DataLoader(
      (questions) => {
        const answers = this.#answerAll(questions)
        this.#answered = answers.catch(() => {})
        return answers
      },
      {
        cache: false,
        batchScheduleFn: (answer) => void this.#answered.then(() => setImmediate(answer)),
      },
    )
  }

  /** Returns the viewer to whom something is sent, or null if it is not for them. Throws the error that ends the subscription. */
  async viewerFor(subscriber: Subscriber, happening: Happening | null): Promise<Member | null> {
    const answer = await this.#answers.load({ subscriber, happening })
    if (answer instanceof Error) throw answer
    return answer
  }

  async #answerAll(questions: readonly Question[]): Promise<Answer[]> {
    const viewers = await this.#viewers.of(questions.map(({ subscriber }) => subscriber.identity.tokenId))
    const asked = questions.map((question) => {
      const viewer = viewers.get(question.subscriber.identity.tokenId)
      return { ...question, viewer, objects: viewer ? objectsOf(question, viewer) : [] }
    })
    const rights = await this.#rightsOf(asked.flatMap(({ objects }) => objects))
    return asked.map(({ subscriber, viewer, objects: [object, ofEvent] }) => {
      if (!viewer) return unauthenticated('SUBSCRIPTION_ENDED')
      if (!object || !mayRead(viewer, object, rights)) return notFound()
      if (subscriber.topic.mayFollow?.(viewer) === false) return notFound()
      return ofEvent && mayRead(viewer, ofEvent, rights) ? viewer : null
    })
  }

  async #rightsOf(objects: readonly ReadObject[]): Promise<RightsById> {
    const rights = new Map<string, ContentRights | SiteRights>()
    for (const [type, text] of Object.entries(statements)) {
      const ids = new Set(objects.filter((object) => object.type === type).map(({ id }) => id))
      if (ids.size === 0) continue
      const rows = await this.#database.queryPromptly<ContentRights>(text, [[...ids]])
      for (const row of rows) rights.set(row.id, row)
    }
    return rights
  }
}

/** Returns the object of the topic, and that of the event, which may be the same. */
function objectsOf({ subscriber: { topic }, happening }: Question, viewer: Member): readonly ReadObject[] {
  const event = happening?.event
  const ofEvent = event && topic.objectOf ? topic.objectOf(event, viewer) : topic.object
  return [topic.object, ...(ofEvent ? [ofEvent] : [])]
}

function mayRead(viewer: Member, { type, id }: ReadObject, rights: RightsById): boolean {
  if (type === 'Organization') return mayOnOrganization(viewer, 'organization:view', id)
  const found = rights.get(id)
  if (!found) return false
  if (type === 'Site') return mayOnSite(viewer, 'site:view', found)
  if (type === 'Space') return mayOnSpace(viewer, 'space:view', found as ContentRights)
  return mayOnCollection(viewer, 'collection:view', found as ContentRights)
}
