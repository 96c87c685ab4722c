-- The front matter of imported pages, which exports write back.
ALTER TABLE "PageVersion" ADD COLUMN "frontMatter" TEXT;
