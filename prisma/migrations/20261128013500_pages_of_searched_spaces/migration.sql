-- How many pages of each space the search index has, in one range for all spaces of an organization.
CREATE TABLE "SearchedSpace" (
    "spaceId" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "pages" INTEGER NOT NULL,

    CONSTRAINT "SearchedSpace_pkey" PRIMARY KEY ("spaceId")
);
CREATE INDEX "SearchedSpace_organizationId_spaceId_idx" ON "SearchedSpace" ("organizationId", "spaceId") INCLUDE ("pages");
ALTER TABLE "SearchedSpace" ADD CONSTRAINT "SearchedSpace_spaceId_fkey"
  FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SearchedSpace" ALTER COLUMN "organizationId" SET (n_distinct = 2);

INSERT INTO "SearchedSpace" ("spaceId", "organizationId", "pages")
SELECT s."id", s."organizationId", p."pages"
FROM (SELECT "spaceId", count(*)::int AS "pages" FROM "SearchPage" GROUP BY "spaceId") p JOIN "Space" s ON s."id" = p."spaceId";

CREATE FUNCTION count_searched_pages() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "SearchedSpace" AS c ("spaceId", "organizationId", "pages")
    SELECT s."id", s."organizationId", p."pages"
    FROM (SELECT "spaceId", count(*)::int AS "pages" FROM "changed" GROUP BY "spaceId") p
    JOIN "Space" s ON s."id" = p."spaceId" ORDER BY s."id"
    ON CONFLICT ("spaceId") DO UPDATE SET "pages" = c."pages" + excluded."pages";
  ELSE
    UPDATE "SearchedSpace" c SET "pages" = c."pages" - p."pages"
    FROM (SELECT "spaceId", count(*)::int AS "pages" FROM "changed" GROUP BY "spaceId") p WHERE c."spaceId" = p."spaceId";
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "SearchPage_count_added" AFTER INSERT ON "SearchPage"
  REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION count_searched_pages();
CREATE TRIGGER "SearchPage_count_removed" AFTER DELETE ON "SearchPage"
  REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION count_searched_pages();

CREATE FUNCTION move_searched_space() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "SearchedSpace" SET "organizationId" = NEW."organizationId" WHERE "spaceId" = NEW."id";
  RETURN NULL;
END $$;
CREATE TRIGGER "Space_move_searched" AFTER UPDATE OF "organizationId" ON "Space"
  FOR EACH ROW WHEN (OLD."organizationId" <> NEW."organizationId") EXECUTE FUNCTION move_searched_space();
