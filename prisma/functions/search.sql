CREATE OR REPLACE FUNCTION count_searched_pages() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

CREATE TRIGGER "SearchPage_count_added" AFTER INSERT ON "SearchPage" REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION count_searched_pages();
CREATE TRIGGER "SearchPage_count_removed" AFTER DELETE ON "SearchPage" REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION count_searched_pages();

CREATE OR REPLACE FUNCTION move_searched_space() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE "SearchedSpace" SET "organizationId" = NEW."organizationId" WHERE "spaceId" = NEW."id";
  RETURN NULL;
END $$;

CREATE TRIGGER "Space_move_searched" AFTER UPDATE OF "organizationId" ON "Space"
    FOR EACH ROW WHEN ((old."organizationId" <> new."organizationId")) EXECUTE FUNCTION move_searched_space();
