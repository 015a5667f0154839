"""Prints an expression in which `sqs` is a client of Amazon's own boto3: a second opinion on what is stored."""

import os
import sys

os.environ["AWS_EC2_METADATA_DISABLED"] = "true"

import boto3

url, access, secret, expression = sys.argv[1:]
sqs = boto3.client(
    "sqs", endpoint_url=url, region_name="us-east-1", aws_access_key_id=access,
    aws_secret_access_key=secret)
print(eval(expression), end="")
