-- Functions in PL/pgSQL keep the plans of their statements, where those in SQL plan them at each call. Every write calls
-- these.
CREATE OR REPLACE FUNCTION audit_organization(ids TEXT[]) RETURNS TEXT LANGUAGE plpgsql STABLE AS $$
DECLARE
  given TEXT;
  organization TEXT;
BEGIN
  FOREACH given IN ARRAY ids LOOP
    CASE left(given, 3)
      WHEN 'org' THEN SELECT r.id INTO organization FROM "Organization" r WHERE r.id = given;
      WHEN 'spc' THEN SELECT r."organizationId" INTO organization FROM "Space" r WHERE r.id = given;
      WHEN 'col' THEN SELECT r."organizationId" INTO organization FROM "Collection" r WHERE r.id = given;
      WHEN 'sit' THEN SELECT r."organizationId" INTO organization FROM "Site" r WHERE r.id = given;
      WHEN 'tea' THEN SELECT r."organizationId" INTO organization FROM "Team" r WHERE r.id = given;
      ELSE NULL;
    END CASE;
    IF organization IS NOT NULL THEN
      RETURN organization;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION audit_values(row_values JSONB) RETURNS JSONB LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  -- No value is longer than all of them.
  IF length(row_values::TEXT) <= 1000 THEN
    RETURN row_values;
  END IF;
  RETURN (
    SELECT coalesce(jsonb_object_agg(key, CASE WHEN length(value::TEXT) > 1000
        THEN to_jsonb(left(value #>> '{}', 1000) || '…') ELSE value END), '{}')
    FROM jsonb_each(row_values));
END $$;

-- Updates a space once for a change request whose status changes, which the audit log shows as one change.
CREATE OR REPLACE FUNCTION count_change_requests() RETURNS TRIGGER LANGUAGE plpgsql AS $$
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
