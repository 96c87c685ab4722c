-- The authentication of visitors is made with the site, so that nothing is written to read it.
-- 32 random bytes in base64url. The ids are of the secure generator of the server.
CREATE FUNCTION new_publishing_key() RETURNS text LANGUAGE sql VOLATILE AS $$
    SELECT rtrim(translate(
        encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/', '-_'), '=')
$$;

CREATE FUNCTION create_publishing_auth() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "PublishingAuth" ("siteId", "privateKey") VALUES (NEW."id", new_publishing_key());
    RETURN NULL;
END $$;

CREATE TRIGGER "Site_publishing_auth" AFTER INSERT ON "Site"
    FOR EACH ROW EXECUTE FUNCTION create_publishing_auth();

INSERT INTO "PublishingAuth" ("siteId", "privateKey")
    SELECT s."id", new_publishing_key() FROM "Site" s
    ON CONFLICT DO NOTHING;
