/** The role of a part of the content in the structure of the PDF. Parts with the same tag are one element. */
export interface Tag {
  /** The standard type of the element; `Artifact` for decoration that is no part of the structure. */
  readonly type:
    | 'Artifact'
    | 'BlockQuote'
    | 'Code'
    | 'Div'
    | 'Document'
    | 'Figure'
    | 'Formula'
    | 'H1'
    | 'H2'
    | 'H3'
    | 'H4'
    | 'H5'
    | 'H6'
    | 'L'
    | 'LBody'
    | 'LI'
    | 'Lbl'
    | 'Link'
    | 'Note'
    | 'P'
    | 'Reference'
    | 'Sect'
    | 'TD'
    | 'TH'
    | 'TOC'
    | 'TOCI'
    | 'TR'
    | 'Table'
  /** The text that is read instead of an image. */
  readonly alt?: string
  /** Whether it is read before the other parts of its element, after which it is drawn. */
  readonly isFirst?: boolean
  /** More about the element, by the names of the format. */
  readonly attributes?: Readonly<Record<string, string | number>>
}

declare module 'pdfmake/interfaces.js' {
  interface Style {
    tag?: Tag
  }
}

const headingTypes = ['H1', 'H2', 'H3', 'H4', 'H5', 'H6'] as const

/** Returns the tag of a heading of a page, whose title has the highest level. */
export const headingTag = (level: number): Tag => ({ type: headingTypes[level] ?? 'H6' })
