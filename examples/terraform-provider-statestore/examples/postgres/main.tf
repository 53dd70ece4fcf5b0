terraform {
  required_providers {
    statestore = { source = "tfgen/statestore" }
  }
  state_store "statestore_postgres" {
    provider "statestore" {}
    conn_str     = "host=db.example dbname=infrastructure user=terraform"
    table_name   = "network"
    lock_timeout = "5m"
  }
}

resource "terraform_data" "greeting" {
  input = "hello"
}

output "greeting" {
  value = terraform_data.greeting.output
}
