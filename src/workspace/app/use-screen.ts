import { useEffect } from 'react'
import { type AnyVariables, type TypedDocumentNode, useQuery } from 'urql'
import { type Fault, faultOf } from './faults.ts'
import { useShown } from './live.ts'

/** The data of a screen, which one operation reads. */
export interface ScreenData<Data> {
  readonly data: Data | undefined
  /** Why there is no data, or not all of it. */
  readonly fault: Fault | undefined
  readonly refresh: () => void
}

/** Reads the data of a screen: at once from what is known, and from the server. It is read again when others change something of it. */
export function useScreen<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): ScreenData<Data> {
  const [{ data, error }, execute] = useQuery({ query: document, variables })
  const refresh = () => execute({ requestPolicy: 'network-only' })
  useShown(data, refresh)
  return { data: data ?? undefined, fault: error && faultOf(error), refresh }
}

/** Names the page of the browser after the screen. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Lectern`
  }, [title])
}
