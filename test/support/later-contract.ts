import type { Route } from '../../src/rest/route.ts'
import { laterVersion } from './contract-document.ts'
import { laterDifferences } from './later-differences.ts'
import { type ContractOperation, publishedContract } from './published-contract.ts'

const contract = publishedContract(laterDifferences, [laterVersion], 'open')

const formOf = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replace(/:\w+\*?|\{\w+\}/g, '{}')}`

const operations = new Map(contract.operations.map((operation) => [formOf(operation), operation]))

/** Returns the operation of the later contract at the address of a row. */
export const laterOperationOf = (route: Route): ContractOperation | undefined => operations.get(formOf(route))

/** The answer to a write of a change request's content has the members of both alternatives, for clients of each. */
const isForBoth = ({ method, path }: Route): boolean =>
  method === 'POST' && path === '/spaces/:spaceId/change-requests/:changeRequestId/content'

const fitsSeveral = /exactly one schema in oneOf \{"passingSchemas":\[\d+,/

/** Returns why a client of the later contract could not read an answer of a row. The status is that of the specification. */
export function laterFaults(route: Route, { body }: { body: unknown }): string[] {
  const operation = laterOperationOf(route)
  if (!operation || route.respond.kind === 'empty') return []
  const { responses } = operation.described
  const declared = Object.keys(responses).filter(
    (status) => status.startsWith('2') && responses[status].content,
  )
  const own = String(route.status ?? 200)
  const status = declared.includes(own) ? own : declared[0]
  if (status === undefined) return []
  const faults = contract.faultsOfAnswer({ status: Number(status), answer: JSON.stringify(body) }, operation)
  return isForBoth(route) ? faults.filter((fault) => !fitsSeveral.test(fault)) : faults
}
