-- Updates a space once for a change request whose status changes, which the audit log shows as one change.
CREATE OR REPLACE FUNCTION count_change_requests() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND OLD."spaceId" = NEW."spaceId" THEN
        UPDATE "Space" SET
            "changeRequestsOpen" = "changeRequestsOpen" - (OLD."status" = 'OPEN')::int + (NEW."status" = 'OPEN')::int,
            "changeRequestsDraft" = "changeRequestsDraft" - (OLD."status" = 'DRAFT')::int + (NEW."status" = 'DRAFT')::int
        WHERE "id" = NEW."spaceId" AND OLD."status" <> NEW."status";
        RETURN NULL;
    END IF;
    IF TG_OP <> 'INSERT' THEN
        UPDATE "Space" SET "changeRequestsTotal" = "changeRequestsTotal" - 1,
            "changeRequestsOpen" = "changeRequestsOpen" - (OLD."status" = 'OPEN')::int,
            "changeRequestsDraft" = "changeRequestsDraft" - (OLD."status" = 'DRAFT')::int
        WHERE "id" = OLD."spaceId";
    END IF;
    IF TG_OP <> 'DELETE' THEN
        UPDATE "Space" SET "changeRequestsTotal" = "changeRequestsTotal" + 1,
            "changeRequestsOpen" = "changeRequestsOpen" + (NEW."status" = 'OPEN')::int,
            "changeRequestsDraft" = "changeRequestsDraft" + (NEW."status" = 'DRAFT')::int
        WHERE "id" = NEW."spaceId";
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER "ChangeRequest_count" AFTER INSERT OR DELETE OR UPDATE OF status, "spaceId" ON "ChangeRequest"
    FOR EACH ROW EXECUTE FUNCTION count_change_requests();

-- ChangeRequest.organizationId
CREATE OR REPLACE FUNCTION transfer_change_requests() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    UPDATE "ChangeRequest" SET "organizationId" = NEW."organizationId" WHERE "spaceId" = NEW."id";
    RETURN NULL;
END $$;

CREATE TRIGGER "Space_transfer_change_requests" AFTER UPDATE OF "organizationId" ON "Space"
    FOR EACH ROW WHEN ((old."organizationId" <> new."organizationId")) EXECUTE FUNCTION transfer_change_requests();
