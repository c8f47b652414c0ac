import { run, type Db } from '../../kernel/db.ts'

// Drawn processes name roles by their codes, posts by their codes or ids, and what a published version says
// never changes.

const NAMING = `select v.name from workflow_version v join workflow w on w.id = v.workflow_id
  where (v.version = w.version or exists (select from workflow_instance i
      where i.workflow_id = v.workflow_id and i.version = v.version and i.state = 'running'))
    and exists (select from unnest($2::text[]) word
      where jsonb_path_exists(v.graph, '$.** ? (@.kind == $kind && @.value == $word)',
        jsonb_build_object('kind', $1::text, 'word', word)))
  order by v.published_at desc limit 1`
/**
 * The name of a process that asks the people with this role or post, or lets them start it, in its published
 * version or in one that still runs; undefined: none does. `words`: the codes and ids by which it may be
 * named.
 */
export const findProcessNaming = async (
  db: Db,
  kind: 'role' | 'post',
  words: readonly string[],
): Promise<string | undefined> => (await run<{ name: string }>(db, NAMING, [kind, words]))[0]?.name
