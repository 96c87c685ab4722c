import { searchPath, type Visit } from '../../modules/published-sites/visits/visit.ts'
import { searchLimits } from '../../modules/search/limits.ts'
import { nameOfScope, type SearchScope, searchAddress, searchParameters } from '../resources/search-scope.ts'
import { type Child, element } from './elements.ts'
import { textsOf } from './texts.ts'

/** Renders a form that searches the site, and links that switch between the current part and all of it. */
export function searchForm(visit: Visit, query: string, scope: SearchScope): Child {
  const { search, searching } = textsOf(visit.settings)
  const { from, scope: scopeName } = searchParameters
  return [
    element(
      'form',
      { className: ['search-form'], role: 'search', action: searchPath(visit), method: 'get' },
      element('input', {
        type: 'search',
        name: searchParameters.query,
        value: query,
        ariaLabel: search,
        placeholder: searching,
        maxLength: searchLimits.query.maxLength,
        required: true,
      }),
      scope.current ? element('input', { type: 'hidden', name: from, value: scope.current.id }) : null,
      scope.isCurrentOnly ? element('input', { type: 'hidden', name: scopeName, value: 'current' }) : null,
      element('button', { type: 'submit', className: ['button', 'primary'] }, search),
    ),
    scopeSwitch(visit, query, scope),
  ]
}

function scopeSwitch(visit: Visit, query: string, scope: SearchScope): Child {
  const name = nameOfScope(visit, scope)
  if (name === undefined) return null
  const { searchIn, wholeSite } = textsOf(visit.settings)
  const choice = (title: string, isCurrentOnly: boolean) =>
    element(
      'li',
      {},
      element(
        'a',
        {
          href: searchAddress(visit, { ...scope, isCurrentOnly }, query),
          ...(isCurrentOnly === scope.isCurrentOnly && { ariaCurrent: 'true' }),
        },
        title,
      ),
    )
  return element(
    'nav',
    { className: ['search-scope'], ariaLabel: searchIn },
    element('ul', {}, choice(wholeSite, false), choice(name, true)),
  )
}
