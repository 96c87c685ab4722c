import type { Config } from '../../base/config.ts'
import type { AppError } from '../../base/errors.ts'
import type { Database } from '../../database/client.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { AddressedSite } from '../sites/addresses.ts'
import { maximumHops } from './limits.ts'
import { findMatches, type Match, matchOf, type Place } from './matches.ts'
import { joinedAddress, joinedPath } from './paths.ts'
import { refusedInput } from './reasons.ts'
import { pathOnSite } from './site-paths.ts'
import { type Destination, readTargets, type Target } from './targets.ts'

/** The site whose redirects are followed, and what tells the addresses that lead to it. */
export interface RedirectSite {
  readonly config: Config
  readonly site: AddressedSite
}

/** Where a redirect leads. */
export interface Lead {
  readonly target: Target
  /** Encoded path on the site, or null for an address elsewhere. */
  readonly path: string | null
  /** The address that the redirect names, or null for a part of the site. */
  readonly url: string | null
  /** Browsers ask for it anew: whether there is content is not known, and another redirect may hold there. */
  readonly isOpen: boolean
}

type Rule = Destination & { readonly source: string; readonly captureWildcard: boolean }

/** Returns where a redirect leads whose target is read. */
function leadOf({ config, site }: RedirectSite, { redirect, rest }: Match<Rule>, target: Target): Lead {
  const added = redirect.captureWildcard ? rest : ''
  if (target.url === null)
    return { target, path: joinedPath(target.path, added), url: null, isOpen: added !== '' }
  const own = pathOnSite(config, site, target.url)
  return {
    target,
    path: own === null ? null : joinedPath(own, added),
    url: joinedAddress(target.url, added),
    isOpen: true,
  }
}

const placeOf = ({ path, isOpen }: Lead): Place | null => (path === null ? null : { path, wildcards: isOpen })

export interface Followed extends Lead {
  /** All redirects on the way are permanent. */
  readonly isPermanent: boolean
}

/**
 * Follows a redirect to where it finally leads, because its target may be the source of another. Returns null for a
 * cycle, which a change of the site's structure can cause. After the maximum number of redirects, returns the target of
 * the last one. What browsers ask for anew is final, and is followed only to find cycles.
 */
export async function followRedirect(
  { query }: Pick<Database, 'query'>,
  where: RedirectSite,
  first: Match,
): Promise<Followed | null> {
  const met: string[] = []
  let isPermanent = true
  let final: Followed | null = null
  for (let current = first; ; ) {
    const { redirect } = current
    if (met.includes(redirect.source)) return null
    met.push(redirect.source)
    const [target] = (await readTargets(query, [redirect])) as [Target]
    const lead = leadOf(where, current, target)
    isPermanent &&= redirect.permanent
    if (!final?.isOpen) final = { ...lead, isPermanent }
    const place = met.length < maximumHops ? placeOf(lead) : null
    const [next] = place ? await findMatches(query, redirect.siteId, [place]) : []
    if (!next) return final
    current = next
  }
}

/** A redirect to write, and its path in the input. */
export interface PlannedRedirect extends Rule {
  readonly member: string
}

interface Chain {
  readonly planned: PlannedRedirect
  readonly met: readonly string[]
  readonly match: Match<Rule>
}

/** The reason why a redirect may not be written. */
export interface ChainFault {
  readonly error: AppError
  /** The redirect is part of a cycle itself, and does not only lead into one. */
  readonly isWithin: boolean
}

/** Stands for whatever the wildcard of a redirect captures. */
const anything = '/'

/**
 * Returns the errors of redirects that would form a cycle, alone or with other planned or existing ones. Planned
 * redirects replace existing ones with the same source, or with an id in `replaced`. A new cycle contains a planned
 * redirect, so only these are followed, for all that their wildcards may capture.
 */
export async function cyclesOf(
  transaction: Transaction,
  where: RedirectSite & { readonly site: { readonly id: string } },
  planned: readonly PlannedRedirect[],
  replaced: readonly string[] = [],
): Promise<Map<PlannedRedirect, ChainFault>> {
  const { query } = transaction
  const plannedAt = new Map(planned.map((redirect) => [redirect.source, redirect]))
  const faults = new Map<PlannedRedirect, ChainFault>()
  let chains: Chain[] = planned.map((redirect) => ({
    planned: redirect,
    met: [redirect.source],
    match: { redirect, rest: redirect.source.endsWith('*') ? anything : '' },
  }))
  while (chains.length > 0) {
    const targets = await readTargets(
      query,
      chains.map(({ match }) => match.redirect),
    )
    const open = chains.flatMap((chain, index) => {
      const place = placeOf(leadOf(where, chain.match, targets[index] as Target))
      return place ? [{ chain, place }] : []
    })
    const existing = await findMatches(
      query,
      where.site.id,
      open.map(({ place }) => place),
      replaced,
    )
    chains = open.flatMap(({ chain, place }, index) => {
      const match = bestMatch(place, plannedAt, existing[index] ?? null)
      if (!match) return []
      const fault = faultOf(chain, match.redirect.source)
      if (!fault)
        return [{ ...chain, met: [...chain.met, match.redirect.source], match: goingOn(match, place) }]
      faults.set(chain.planned, fault)
      return []
    })
  }
  return faults
}

/** Keeps what the first wildcard may capture, where the wildcard of a match captures all of it. */
const goingOn = (match: Match<Rule>, { path }: Place): Match<Rule> =>
  match.rest === '' && path.endsWith(anything) ? { ...match, rest: anything } : match

function bestMatch(
  { path, wildcards }: Place,
  plannedAt: ReadonlyMap<string, PlannedRedirect>,
  existing: Match<Rule> | null,
): Match<Rule> | null {
  const own = plannedAt.get(path)
  if (own) return { redirect: own, rest: '' }
  if (!wildcards || existing?.redirect.source === path) return existing
  for (let length = path.length; length > 0; length--) {
    const source = `${path.slice(0, length)}*`
    if (existing && source.length < existing.redirect.source.length) break
    const redirect = plannedAt.get(source)
    if (redirect) return matchOf(redirect, path)
  }
  return existing
}

function faultOf({ planned: { member }, met }: Chain, source: string): ChainFault | null {
  const first = met.indexOf(source)
  if (first >= 0) {
    const cycle = [...met.slice(first), source].join(' → ')
    return { error: refusedInput(member, 'REDIRECT_CYCLE', { cycle }), isWithin: first === 0 }
  }
  if (met.length < maximumHops) return null
  return {
    error: refusedInput(member, 'REDIRECT_CHAIN_TOO_LONG', { maximum: maximumHops }),
    isWithin: false,
  }
}

/** Throws the first of these errors. */
export async function assertNoCycles(...args: Parameters<typeof cyclesOf>): Promise<void> {
  const [fault] = (await cyclesOf(...args)).values()
  if (fault) throw fault.error
}
