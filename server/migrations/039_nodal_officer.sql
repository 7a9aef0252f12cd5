-- A role of its own for the principal nodal officer, who answers complaints at the last level.

alter table staff_roles drop constraint staff_roles_role_check,
  add constraint staff_roles_role_check check (role in (
    'support', 'reviewer', 'credit_officer', 'payments', 'collections', 'grievance_officer',
    'nodal_officer', 'product_manager', 'accountant', 'auditor', 'administrator'));
