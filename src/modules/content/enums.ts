import { builder } from '../../graphql/builder.ts'

export const StaleBaseEnum = builder.enumType('StaleBase', {
  description: 'The treatment of a batch of changes whose base revision is no longer the newest.',
  values: {
    REFUSE: { description: 'The batch fails with `BASE_REVISION_STALE`, and nothing is changed.' },
    MERGE: {
      description:
        'The batch is merged with the later changes by a three-way merge. It fails with `BASE_REVISION_CONFLICTS` if both changed the same.',
    },
  } as const,
})

export const RevisionTypeEnum = builder.enumType('RevisionType', {
  description: 'The kind of change that created a revision.',
  values: {
    EDITS: { description: 'The content was edited or imported.' },
    MERGE: { description: 'A change request was merged.' },
    ROLLBACK: { description: 'An earlier revision was restored.' },
    UPDATE: { description: 'A change request was updated from the primary content.' },
    COMPUTED: { description: 'The space was created from a computed source.' },
  } as const,
})

export const PageTypeEnum = builder.enumType('PageType', {
  description: 'The type of a page.',
  values: {
    DOCUMENT: { description: 'A page with a body.' },
    GROUP: { description: 'A group of pages at the root of the tree.' },
    LINK: { description: 'A link in the table of contents.' },
    COMPUTED: { description: 'A page that generates pages from another source.' },
  } as const,
})

export const PageKindEnum = builder.enumType('PageKind', {
  description: 'The former names of page types.',
  values: {
    SHEET: { description: 'A document.' },
    GROUP: { description: 'A group.' },
    LINK: { description: 'A link.' },
  } as const,
})

export const CoverSizeEnum = builder.enumType('CoverSize', {
  description: 'The size of the cover of a page.',
  values: {
    HERO: { value: 'hero', description: 'As wide as the body.' },
    FULL: { value: 'full', description: 'As wide as the window.' },
  } as const,
})

export const CoverMaskEnum = builder.enumType('CoverMask', {
  description: 'The mask over the cover of a page.',
  values: {
    NONE: { description: 'No mask.' },
    RADIAL: { description: 'The cover fades towards its edges.' },
  } as const,
})

export const LayoutWidthEnum = builder.enumType('LayoutWidth', {
  description: 'The width of the body of a page.',
  values: {
    DEFAULT: { value: 'default', description: 'A width suited for reading.' },
    WIDE: { value: 'wide', description: 'The full available width.' },
  } as const,
})

export const DereferencedContentEnum = builder.enumType('DereferencedContent', {
  description: 'The content that replaces references to it.',
  values: {
    REUSABLE_CONTENTS: { description: 'Reusable contents.' },
    ALL: {
      description: 'All content that can be put in place: reusable contents.',
      extensions: { rest: 'true' },
    },
    NONE: { description: 'None: the references stay.', extensions: { rest: 'false' } },
  } as const,
})

export const EvaluatedContentEnum = builder.enumType('EvaluatedContent', {
  description: 'The expressions of a body that are replaced by their texts.',
  values: {
    ALL: {
      description: 'All of them, as for a visitor without claims.',
      extensions: { rest: 'true' },
    },
    DETERMINISTIC_ONLY: {
      description: 'Those that do not depend on claims of the visitor.',
      extensions: { rest: 'deterministic-only' },
    },
    NONE: { description: 'None: the expressions stay.', extensions: { rest: 'false' } },
  } as const,
})

export const MarkdownReferencesEnum = builder.enumType('MarkdownReferences', {
  description: 'How Markdown refers to other pages of its space.',
  values: {
    RELATIVE: {
      description:
        'By links that begin at the page, as between files at the paths of the pages: `../guides/setup.md`. Links to files and to pages that are not there have the stable form.',
    },
    STABLE: { description: 'By links with the id, such as `/pages/<id>`, which last when pages move.' },
  } as const,
})

export const DocumentFormatEnum = builder.enumType('DocumentFormat', {
  description: 'The format of a body.',
  values: {
    DOCUMENT: { description: 'A tree of nodes.' },
    MARKDOWN: { description: 'Markdown.' },
  } as const,
})

export const ChangedPageEnum = builder.enumType('PageChangeKind', {
  description: 'The kind of change to a page.',
  values: {
    CREATED_PAGE: { description: 'The page was created.', extensions: { rest: 'created_page' } },
    UPDATED_PAGE: { description: 'The page was updated or moved.', extensions: { rest: 'updated_page' } },
    DELETED_PAGE: { description: 'The page was deleted.', extensions: { rest: 'deleted_page' } },
  } as const,
})

const semanticChange = (description: string, rest: string) => ({ description, extensions: { rest } })

export const SemanticChangeEnum = builder.enumType('SemanticChangeType', {
  description: 'The type of a semantic change.',
  values: {
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
  } as const,
})
