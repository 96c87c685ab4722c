import { type GraphQLOutputType, getNullableType, isObjectType } from 'graphql'
import { membersOf, type SelectedMember, type Selection } from './selection.ts'

/**
 * The representation of a connection in REST. It depends on the selected fields: only `nodes` gives a plain list, only
 * `totalCount` a number, and any others the list envelope. Further fields, such as aggregates, become members of the
 * envelope.
 */
export type ConnectionForm =
  | { readonly kind: 'nodes'; readonly nodes: SelectedMember }
  | { readonly kind: 'count'; readonly count: SelectedMember }
  | {
      readonly kind: 'envelope'
      readonly nodes: SelectedMember
      readonly pageInfo: SelectedMember
      readonly count: SelectedMember | undefined
      readonly others: readonly SelectedMember[]
      /** Whether every page that has items leads to another. */
      readonly isEndless: boolean
    }

export const isConnection = ({ type }: Selection): boolean => isConnectionType(type)

export function isConnectionType(type: GraphQLOutputType): boolean {
  const object = getNullableType(type)
  if (!isObjectType(object)) return false
  const fields = object.getFields()
  return fields.nodes !== undefined && fields.pageInfo !== undefined
}

export function connectionForm(selection: Selection): ConnectionForm {
  const members = membersOf(selection)
  const byField = (name: string) => members.find((member) => member.field.name === name)
  const [nodes, pageInfo, count] = [byField('nodes'), byField('pageInfo'), byField('totalCount')]
  if (members.length === 1 && nodes) return { kind: 'nodes', nodes }
  if (members.length === 1 && count) return { kind: 'count', count }
  const pageFields = pageInfo?.selection ? membersOf(pageInfo.selection) : []
  const selectsOfPage = (key: string) => pageFields.some((member) => member.key === key)
  const isEndless = !selectsOfPage('hasNextPage')
  if (!nodes || !pageInfo || !selectsOfPage('endCursor') || (isEndless && count))
    throw new Error(
      `${selection.type.name} must be selected with nodes and pageInfo { hasNextPage endCursor }, or endCursor without a count`,
    )
  const others = members.filter((member) => ![nodes, pageInfo, count].includes(member))
  return { kind: 'envelope', nodes, pageInfo, count, others, isEndless }
}
