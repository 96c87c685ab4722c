import { enumType } from '../../graphql/enum-type.ts'

export const StaleBaseEnum = enumType(
  'StaleBase',
  'The treatment of a batch of changes whose base revision is no longer the newest.',
  {
    REFUSE: 'The batch fails with `BASE_REVISION_STALE`, and nothing is changed.',
    MERGE:
      'The batch is merged with the later changes by a three-way merge. It fails with `BASE_REVISION_CONFLICTS` if both changed the same.',
  },
)

export const RevisionTypeEnum = enumType('RevisionType', 'The kind of change that created a revision.', {
  EDITS: 'The content was edited or imported.',
  MERGE: 'A change request was merged.',
  ROLLBACK: 'An earlier revision was restored.',
  UPDATE: 'A change request was updated from the primary content.',
  COMPUTED: 'The space was created from a computed source.',
})

export const PageTypeEnum = enumType('PageType', 'The type of a page.', {
  DOCUMENT: 'A page with a body.',
  GROUP: 'A group of pages at the root of the tree.',
  LINK: 'A link in the table of contents.',
  COMPUTED: 'A page that generates pages from another source.',
})

export const PageKindEnum = enumType('PageKind', 'The former names of page types.', {
  SHEET: 'A document.',
  GROUP: 'A group.',
  LINK: 'A link.',
})

export const CoverSizeEnum = enumType('CoverSize', 'The size of the cover of a page.', {
  HERO: { value: 'hero', description: 'As wide as the body.' },
  FULL: { value: 'full', description: 'As wide as the window.' },
})

export const CoverMaskEnum = enumType('CoverMask', 'The mask over the cover of a page.', {
  NONE: 'No mask.',
  RADIAL: 'The cover fades towards its edges.',
})

export const LayoutWidthEnum = enumType('LayoutWidth', 'The width of the body of a page.', {
  DEFAULT: { value: 'default', description: 'A width suited for reading.' },
  WIDE: { value: 'wide', description: 'The full available width.' },
})

export const DereferencedContentEnum = enumType(
  'DereferencedContent',
  'The content that replaces references to it.',
  {
    REUSABLE_CONTENTS: 'Reusable contents.',
    ALL: {
      description: 'All content that can be put in place: reusable contents.',
      extensions: { rest: 'true' },
    },
    NONE: { description: 'None: the references stay.', extensions: { rest: 'false' } },
  },
)

export const EvaluatedContentEnum = enumType(
  'EvaluatedContent',
  'The expressions of a body that are replaced by their texts.',
  {
    ALL: {
      description: 'All of them, as for a visitor without claims.',
      extensions: { rest: 'true' },
    },
    DETERMINISTIC_ONLY: {
      description: 'Those that do not depend on claims of the visitor.',
      extensions: { rest: 'deterministic-only' },
    },
    NONE: { description: 'None: the expressions stay.', extensions: { rest: 'false' } },
  },
)

export const MarkdownReferencesEnum = enumType(
  'MarkdownReferences',
  'How Markdown refers to other pages of its space.',
  {
    RELATIVE:
      'By links that begin at the page, as between files at the paths of the pages: `../guides/setup.md`. Links to files and to pages that are not there have the stable form.',
    STABLE: 'By links with the id, such as `/pages/<id>`, which last when pages move.',
  },
)

export const DocumentFormatEnum = enumType('DocumentFormat', 'The format of a body.', {
  DOCUMENT: 'A tree of nodes.',
  MARKDOWN: 'Markdown.',
})

export const ChangedPageEnum = enumType('PageChangeKind', 'The kind of change to a page.', {
  CREATED_PAGE: { description: 'The page was created.', extensions: { rest: 'created_page' } },
  UPDATED_PAGE: { description: 'The page was updated or moved.', extensions: { rest: 'updated_page' } },
  DELETED_PAGE: { description: 'The page was deleted.', extensions: { rest: 'deleted_page' } },
})

const semanticChange = (description: string, rest: string) => ({ description, extensions: { rest } })

export const SemanticChangeEnum = enumType('SemanticChangeType', 'The type of a semantic change.', {
  PAGE_CREATED: semanticChange('A page was created.', 'page_created'),
  PAGE_EDITED: semanticChange('A page was edited.', 'page_edited'),
  PAGE_DELETED: semanticChange('A page was deleted.', 'page_deleted'),
  PAGE_MOVED: semanticChange('A page was moved.', 'page_moved'),
  FILE_CREATED: semanticChange('A file was added.', 'file_created'),
  FILE_EDITED: semanticChange('A file was replaced or renamed.', 'file_edited'),
  FILE_DELETED: semanticChange('A file was deleted.', 'file_deleted'),
  VARIABLES_EDITED: semanticChange('Variables of the space were changed.', 'variables_edited'),
  REUSABLE_CONTENT_CREATED: semanticChange('A reusable content was created.', 'reusable_content_created'),
  REUSABLE_CONTENT_EDITED: semanticChange('A reusable content was edited.', 'reusable_content_edited'),
  REUSABLE_CONTENT_DELETED: semanticChange('A reusable content was deleted.', 'reusable_content_deleted'),
})
