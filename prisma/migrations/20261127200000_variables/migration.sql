-- Earlier revisions have no variables.
ALTER TABLE "Revision" ADD COLUMN "variables" JSON;
