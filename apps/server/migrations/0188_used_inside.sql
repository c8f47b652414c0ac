-- 是否单位内使用 of a service record: the platform's 单位 is the university that reports, and the document that came
-- with the portal asked whether user and instrument are of the same college. It asks for the price tier now, as
-- 用户类型 does. A document by which rows were reported stays; the next year begins with the right one.

create function used_inside(document jsonb) returns jsonb language sql immutable as $$
  select jsonb_set(
    jsonb_set(document, '{fields}', (
      select jsonb_agg(case when f @> '{"code": "inside", "source": "ownDept"}'
        then f || '{"source": "tier"}' else f end order by n)
      from jsonb_array_elements(document -> 'fields') with ordinality as field(f, n))),
    '{lists,yesNo}', (
      select jsonb_agg(case i ->> 'label' when '是' then i || '{"of": ["dept", "campus"]}'
        when '否' then i || '{"of": ["school", "company"]}' else i end order by n)
      from jsonb_array_elements(document #> '{lists,yesNo}') with ordinality as item(i, n)))
$$;
update national_schema s set document = used_inside(s.document)
  where s.document @> '{"kind": "service", "fields": [{"code": "inside", "source": "ownDept", "list": "yesNo"}]}'
    and not exists (select from national_row r join national_report p on p.id = r.report_id
      where p.year = s.year and r.kind = s.kind and r.sent is not null);
insert into national_schema (year, kind, document, imported_at)
  select s.year + 1, s.kind, used_inside(s.document), now() from national_schema s
  where s.document @> '{"kind": "service", "fields": [{"code": "inside", "source": "ownDept", "list": "yesNo"}]}'
    and s.year = (select max(o.year) from national_schema o where o.kind = 'service');
drop function used_inside(jsonb);
