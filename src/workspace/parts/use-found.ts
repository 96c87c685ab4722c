import { useDeferredValue, useState } from 'react'
import { type TypedDocumentNode, useQuery } from 'urql'
import type { ComboChoice } from './combo-field.tsx'

interface Options<Data, Variables> {
  /** The operation that finds objects by `search`. */
  readonly document: TypedDocumentNode<Data, Variables>
  readonly variables: Omit<Variables, 'search'>
  readonly choicesOf: (data: Data) => readonly ComboChoice[]
  /** The choice at first. */
  readonly chosen?: ComboChoice | null
}

/**
 * Finds the choices of a `ComboField` as somebody types, from when it is opened. What was found stays while more is read, and once one
 * of it is chosen, as the field would otherwise forget it.
 */
export function useFound<Data, Variables extends { search?: string | null | undefined }>(
  options: Options<Data, Variables>,
) {
  const { document, variables, choicesOf, chosen } = options
  const [typed, onType] = useState(chosen?.label ?? '')
  const [isOpened, setOpened] = useState(false)
  const [found, setFound] = useState<Data>()
  const searched = useDeferredValue(typed.trim())
  const choices = found ? choicesOf(found) : chosen ? [chosen] : []
  const isChosen = choices.some(({ label }) => label === typed)
  const [{ data }] = useQuery({
    query: document,
    variables: { ...variables, search: searched || null } as unknown as Variables,
    pause: !isOpened || (isChosen && found !== undefined),
  })
  if (data && data !== found && !(isChosen && found)) setFound(data)
  return { choices, typed, onType, onOpen: () => setOpened(true) }
}
