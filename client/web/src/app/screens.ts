/** The screens behind the first. */
export { Lobby } from '../lobby/lobby';
export { Table } from '../table/table';
