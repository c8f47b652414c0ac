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
    /** From now on people start this version. */
    'workflow.published': { workflowId: number; version: number; name: string }
    /** The instance has ended: agreed, refused or withdrawn. */
    'workflow.finished': {
      instanceId: number
      workflowId: number
      state: InstanceState
      starterId: number
      given: Record<string, unknown>
    }
  }
}

/** Files uploaded in the form of a process, and pictures in its rich text. */
export const INSTANCE_FILES = 'workflow-instance'
export const INSTANCE_TEXT = 'workflow-instance-text'

export function workflowListeners(): void {
  // Readers of an instance may also read its files and pictures.
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
