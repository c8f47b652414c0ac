export { WorkflowList as default } from '../list/workflow-list.tsx'
