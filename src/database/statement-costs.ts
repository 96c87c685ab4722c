import { boundedCache } from '../caches/bounded-cache.ts'

/** The cost of a statement: a dear one is not sent together with others, nor on the connections of cheap ones. */
export type StatementCost = 'cheap' | 'dear'

/** The owners that are remembered of a text which is dear for some of them. */
const rememberedOwners = 100

interface KnownText {
  isCheapForSome: boolean
  /** The costs for the owners that ran it while it was dear for one of them. */
  readonly owners: Map<string, StatementCost>
}

/**
 * The costs of statements. One text can be cheap for most users and dear for those of a large organization: each is
 * remembered while the text is dear for any.
 */
export class StatementCosts {
  readonly #texts = boundedCache<string, KnownText>('statementTexts', (_known, text) => text.length)

  /** Returns what a statement can be expected to cost; undefined if that is not known. */
  expected(text: string, owner: string): StatementCost | undefined {
    const known = this.#texts.get(text)
    if (!known) return undefined
    const { isCheapForSome, owners } = known
    if (owners.size === 0) return 'cheap'
    return isCheapForSome ? owners.get(owner) : 'dear'
  }

  record(text: string, owner: string, cost: StatementCost): void {
    const known = this.#texts.get(text) ?? { isCheapForSome: false, owners: new Map<string, StatementCost>() }
    if (cost === 'cheap') known.isCheapForSome = true
    if (cost === 'dear' || known.owners.size > 0) remember(known.owners, owner, cost)
    this.#texts.set(text, known)
  }

  /** Makes it unknown again what a statement costs an owner, if it counted as cheap. */
  doubt(text: string, owner: string): void {
    if (this.expected(text, owner) !== 'cheap') return
    const owners = this.#texts.get(text)?.owners
    owners?.delete(owner)
    if (owners?.size === 0) this.#texts.delete(text)
  }
}

function remember(owners: Map<string, StatementCost>, owner: string, cost: StatementCost): void {
  owners.delete(owner)
  owners.set(owner, cost)
  const [oldest] = owners.keys()
  if (owners.size > rememberedOwners) owners.delete(oldest as string)
  if (cost === 'cheap' && ![...owners.values()].includes('dear')) owners.clear()
}
