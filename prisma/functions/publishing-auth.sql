-- 32 random bytes in base64url. The ids are of the secure generator of the server.
CREATE OR REPLACE FUNCTION new_publishing_key() RETURNS text
    LANGUAGE sql
    AS $$
    SELECT rtrim(translate(
        encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/', '-_'), '=')
$$;

-- The authentication of visitors is made with the site, so that nothing is written to read it.
CREATE OR REPLACE FUNCTION create_publishing_auth() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    INSERT INTO "PublishingAuth" ("siteId", "privateKey") VALUES (NEW."id", new_publishing_key());
    RETURN NULL;
END $$;

CREATE TRIGGER "Site_publishing_auth" AFTER INSERT ON "Site"
    FOR EACH ROW EXECUTE FUNCTION create_publishing_auth();
