import type { InstanceState } from '@portal/contract/workflow/workflow'
import {
  registerDrafts,
  registerFileReaders,
  registerFileTable,
  registerPictureText,
} from '../file/file.service.ts'
import * as instances from './instance.store.ts'
import { maySee, readPart } from './standing.action.ts'

declare module '../../kernel/events.ts' {
  interface EventMap {
    /** People start this version from now on. */
    'workflow.published': { workflowId: number; version: number; name: string }
    /** What was started has come to an end: agreed, refused or withdrawn. */
    'workflow.finished': {
      instanceId: number
      workflowId: number
      state: InstanceState
      starterId: number
      given: Record<string, unknown>
    }
  }
}

/** Files that the form of a process asks for, and pictures in its text. */
export const INSTANCE_FILES = 'workflow-instance'
export const INSTANCE_TEXT = 'workflow-instance-text'

export function workflowListeners(): void {
  // Whoever may see an instance may look at its files and pictures.
  for (const business of [INSTANCE_FILES, INSTANCE_TEXT]) {
    registerFileReaders(business, async (ctx, id) => {
      const instance = await instances.find(ctx.db, id)
      return instance !== undefined && (await maySee(ctx, id, await readPart(ctx, instance)))
    })
    registerFileTable(business, 'workflow_instance')
  }
  registerPictureText(INSTANCE_TEXT, { table: 'workflow_instance', row: 'id', html: 'given::text' })
  registerDrafts({ table: 'workflow_draft', owner: 'user_id', text: 'given::text' })
}
