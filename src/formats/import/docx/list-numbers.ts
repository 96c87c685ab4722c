interface Level {
  start: number
  isOrdered: boolean
}

/** The definition that lists share. */
interface Definition {
  readonly levels: Map<number, Level>
  /** The style whose list it stands for. */
  style?: string
}

/** A list of a document. */
interface List {
  definition: string
  /** The numbers at which levels restart when this list first has them. */
  readonly restarts: Map<number, number>
  readonly levels: Map<number, Level>
}

/** The properties of a paragraph that concern its list. */
export interface ListProperties {
  list?: string
  level?: number
  style?: string
}

interface Tag {
  readonly name: string
  readonly isEnd: boolean
  readonly attributes: string
}

function* tagsIn(xml: string): Generator<Tag> {
  for (const [, slash, name = '', attributes = ''] of xml.matchAll(/<(\/?)w:(\w+)([^<>]*)>/g))
    yield { name, isEnd: slash === '/', attributes }
}

/** Returns the value of an attribute in the source of the attributes of a tag. */
export const attributeIn = (attributes: string, name: string): string | undefined => {
  const [, double, single] = new RegExp(`\\sw:${name}=(?:"([^"]*)"|'([^']*)')`).exec(attributes) ?? []
  return double ?? single
}

const numberIn = (attributes: string, name: string): number | undefined => {
  const value = attributeIn(attributes, name) ?? ''
  return /^\d{1,9}$/.test(value) ? Number(value) : undefined
}

/**
 * Counts the items of the lists of a document as Word does: lists with the same definition count on, unless one restarts a
 * level, and a level begins anew below each item of a level above.
 */
export class ListNumbers {
  readonly #definitions = new Map<string, Definition>()
  readonly #lists = new Map<string, List>()
  readonly #levelsOfStyles = new Map<string, { definition: string; level: number }>()
  readonly #listsOfStyles = new Map<string, string>()
  /** The last number of each level, by definition. */
  readonly #counts = new Map<Definition, (number | undefined)[]>()
  readonly #restarted = new Set<string>()

  constructor(numbering: string, styles: string) {
    this.#readNumbering(numbering)
    this.#readStyles(styles)
  }

  /** Returns the number of the next item, or undefined if the paragraph is none of an ordered list. */
  next(properties: ListProperties): number | undefined {
    const found = this.#find(properties)
    if (!found) return undefined
    const { id, level, list, definition } = found
    const { start, isOrdered } = list.levels.get(level) ??
      definition.levels.get(level) ?? { start: 1, isOrdered: true }
    const counts = this.#counts.get(definition) ?? []
    this.#counts.set(definition, counts)
    const restart = list.restarts.get(level)
    const last = counts[level]
    const isRestart = restart !== undefined && !this.#restarted.has(`${id} ${level}`)
    this.#restarted.add(`${id} ${level}`)
    const number = last === undefined || isRestart ? (restart ?? start) : last + 1
    counts[level] = number
    counts.length = level + 1
    return isOrdered ? number : undefined
  }

  #find({ list: ownList, level: ownLevel, style = '' }: ListProperties) {
    const isStated = ownList !== undefined && ownLevel !== undefined
    const ofStyle = isStated ? undefined : this.#levelsOfStyles.get(style)
    const id = ownList ?? (ofStyle && this.#listOfStyle(style, ofStyle.definition))
    const level = ofStyle?.level ?? ownLevel ?? 0
    const list = id === undefined ? undefined : this.#lists.get(id)
    const definition = list && this.#definitionOf(list)
    return id !== undefined && definition && level < 9 ? { id, level, list, definition } : undefined
  }

  #listOfStyle(style: string, definition: string): string | undefined {
    const [first] = [...this.#lists].find(([, list]) => list.definition === definition) ?? []
    return this.#listsOfStyles.get(style) ?? first
  }

  /** Follows the styles that definitions stand for. */
  #definitionOf(list: List): Definition | undefined {
    let definition = this.#definitions.get(list.definition)
    for (let hops = 0; definition?.style !== undefined && hops < 5; hops++) {
      const next = this.#lists.get(this.#listsOfStyles.get(definition.style) ?? '')
      definition = next && this.#definitions.get(next.definition)
    }
    return definition
  }

  #readNumbering(xml: string): void {
    let definition: { id: string; value: Definition } | undefined
    let list: List | undefined
    let level = 0
    let open: Level | undefined
    for (const { name, isEnd, attributes } of tagsIn(xml)) {
      const value = numberIn(attributes, 'val')
      if (isEnd) {
        if (name === 'abstractNum') definition = undefined
        else if (name === 'num') list = undefined
        else if (name === 'lvl') open = undefined
      } else if (name === 'abstractNum') {
        definition = { id: attributeIn(attributes, 'abstractNumId') ?? '', value: { levels: new Map() } }
        this.#definitions.set(definition.id, definition.value)
      } else if (name === 'num') {
        list = { definition: '', restarts: new Map(), levels: new Map() }
        this.#lists.set(attributeIn(attributes, 'numId') ?? '', list)
      } else if (name === 'lvl' || name === 'lvlOverride') {
        level = numberIn(attributes, 'ilvl') ?? (name === 'lvl' ? level : 0)
        if (name === 'lvlOverride') continue
        open = { start: 1, isOrdered: true }
        ;(list ?? definition?.value)?.levels.set(level, open)
      } else if (name === 'start' && open) open.start = value ?? 1
      else if (name === 'numFmt' && open) open.isOrdered = attributeIn(attributes, 'val') !== 'bullet'
      else if (name === 'pStyle' && definition && open)
        this.#levelsOfStyles.set(attributeIn(attributes, 'val') ?? '', { definition: definition.id, level })
      else if (name === 'startOverride' && list && value !== undefined) list.restarts.set(level, value)
      else if (name === 'abstractNumId' && list) list.definition = attributeIn(attributes, 'val') ?? ''
      else if (name === 'numStyleLink' && definition)
        definition.value.style = attributeIn(attributes, 'val') ?? ''
    }
  }

  #readStyles(xml: string): void {
    let style: string | undefined
    for (const { name, isEnd, attributes } of tagsIn(xml)) {
      if (name === 'style') style = isEnd ? undefined : attributeIn(attributes, 'styleId')
      else if (name === 'numId' && style !== undefined)
        this.#listsOfStyles.set(style, attributeIn(attributes, 'val') ?? '')
    }
  }
}
