import { useSearchParams } from 'wouter'

/** The filters of the entries that are shown, as the address has it. */
export interface AuditFilters {
  readonly action: string | null
  readonly actor: string | null
  readonly target: string | null
  /** The first and the last day, as `2026-11-28`. */
  readonly from: string | null
  readonly to: string | null
}

/** Returns the filters in the address, and a function that changes some of them. */
export function useAuditFilters(): readonly [AuditFilters, (changes: Partial<AuditFilters>) => void] {
  const [search, setSearch] = useSearchParams()
  const filters: AuditFilters = {
    action: search.get('action'),
    actor: search.get('actor'),
    target: search.get('target'),
    from: dayIn(search.get('from')),
    to: dayIn(search.get('to')),
  }
  const change = (changes: Partial<AuditFilters>) => {
    const shown = Object.entries({ ...filters, ...changes }).filter(([, value]) => value)
    setSearch(new URLSearchParams(shown as [string, string][]), { replace: true })
  }
  return [filters, change]
}

const dayIn = (value: string | null): string | null =>
  value !== null && !Number.isNaN(Date.parse(`${value}T00:00:00`)) ? value : null

/** Returns the times at which the days begin and end where the browser is. */
export const periodOf = ({ from, to }: Pick<AuditFilters, 'from' | 'to'>) => ({
  from: from === null ? null : new Date(`${from}T00:00:00`).toISOString(),
  to: to === null ? null : new Date(`${to}T23:59:59.999`).toISOString(),
})
