-- The headings of imported files whose pages have other titles, which links may name.
ALTER TABLE "PageVersion" ADD COLUMN "heading" TEXT;
