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
  const [picked, setPicked] = useState(chosen?.label)
  const [isOpened, setOpened] = useState(false)
  const [found, setFound] = useState<Data>()
  const isPicked = typed === picked
  const searched = useDeferredValue(isPicked ? '' : typed.trim())
  const [{ data }] = useQuery({
    query: document,
    variables: { ...variables, search: searched || null } as unknown as Variables,
    pause: !isOpened || (isPicked && found !== undefined),
  })
  if (data && data !== found && !(isPicked && found)) setFound(data)
  const offered = found ? choicesOf(found) : []
  const onPick = (label: string) => {
    setPicked(label)
    onType(label)
  }
  return {
    choices: withChosen(offered, chosen, isPicked),
    typed,
    onType,
    onPick,
    onOpen: () => setOpened(true),
  }
}

/**
 * Returns choices with the chosen one, which a `ComboField` forgets when it is not offered: before all others, or behind them when
 * something else is typed.
 */
export function withChosen(
  offered: readonly ComboChoice[],
  chosen: ComboChoice | null | undefined,
  isFirst: boolean,
): readonly ComboChoice[] {
  if (!chosen || offered.some(({ id }) => id === chosen.id)) return offered
  return isFirst ? [chosen, ...offered] : [...offered, chosen]
}
