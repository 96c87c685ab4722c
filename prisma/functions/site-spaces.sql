-- Site.siteSpaceCount: site-spaces whose space is not deleted. The share lock makes a deletion of the space and an
-- addition of it to a site wait for each other, so that neither misses the other.
CREATE OR REPLACE FUNCTION count_site_spaces() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        PERFORM 1 FROM "Space" WHERE "id" = OLD."spaceId" AND "deletedAt" IS NULL FOR SHARE;
        IF FOUND THEN
            UPDATE "Site" SET "siteSpaceCount" = "siteSpaceCount" - 1 WHERE "id" = OLD."siteId";
        END IF;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        PERFORM 1 FROM "Space" WHERE "id" = NEW."spaceId" AND "deletedAt" IS NULL FOR SHARE;
        IF FOUND THEN
            UPDATE "Site" SET "siteSpaceCount" = "siteSpaceCount" + 1 WHERE "id" = NEW."siteId";
        END IF;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER "SiteSpace_count" AFTER INSERT OR DELETE OR UPDATE OF "spaceId", "siteId" ON "SiteSpace"
    FOR EACH ROW EXECUTE FUNCTION count_site_spaces();

CREATE OR REPLACE FUNCTION recount_sites_of_space() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    change integer := CASE WHEN NEW."deletedAt" IS NULL THEN 1 ELSE -1 END;
BEGIN
    UPDATE "Site" SET "siteSpaceCount" = "siteSpaceCount" + change * uses.count
    FROM (SELECT "siteId", count(*) FROM "SiteSpace" WHERE "spaceId" = NEW."id" GROUP BY "siteId") uses
    WHERE "Site"."id" = uses."siteId";
    RETURN NULL;
END $$;

CREATE TRIGGER "Space_recount_sites" AFTER UPDATE OF "deletedAt" ON "Space"
    FOR EACH ROW WHEN (((old."deletedAt" IS NULL) <> (new."deletedAt" IS NULL))) EXECUTE FUNCTION recount_sites_of_space();
