import { searchLimits } from '../../search/limits.ts'
import { searchPath, type Visit } from '../visits/visit.ts'
import { type Child, element } from './elements.ts'
import { textsOf } from './texts.ts'

/** Renders a form that searches the site. */
export function searchForm(visit: Visit, query: string): Child {
  const { search, searching } = textsOf(visit.settings)
  return element(
    'form',
    { className: ['search-form'], role: 'search', action: searchPath(visit), method: 'get' },
    element('input', {
      type: 'search',
      name: 'query',
      value: query,
      ariaLabel: search,
      placeholder: searching,
      maxLength: searchLimits.query.maxLength,
      required: true,
    }),
    element('button', { type: 'submit', className: ['button', 'primary'] }, search),
  )
}
