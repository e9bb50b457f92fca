export function connectionsPage(): string;
